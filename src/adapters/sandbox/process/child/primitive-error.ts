import type { Failure } from '../../../../core/model/failure.ts';

/** A call that failed, as the code catches it: an Error with the kind of the failure, whose stack is where the call was made. */
export function primitiveError({ kind, message, hint, retryable }: Failure, site: { readonly stack?: string }): Error {
  // A message may be a whole sentence or go on.
  const error = new Error(hint === undefined ? message : `${message}${/[.!?:]$/.test(message) ? ' ' : '; '}${hint}`);
  Object.defineProperty(error, 'name', { value: 'PrimitiveError', configurable: true, writable: true });
  Object.assign(error, { kind }, retryable === undefined ? {} : { retryable });
  placeAt(error, site);
  return error;
}

/** Gives an error the place of a call made before. */
export function placeAt(error: Error, site: { readonly stack?: string }): void {
  const [, ...places] = (site.stack ?? '').split('\n');
  Object.defineProperty(error, 'stack', {
    value: [`${error.name}: ${error.message}`, ...places].join('\n'),
    configurable: true,
    writable: true,
  });
}
