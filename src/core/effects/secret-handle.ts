import type { Json } from '../model/json.ts';
import { withObjects } from './mapped-json.ts';

/**
 * A secret as code has it: `{ "$secret": "TOKEN" }`, with text around it where the far side wants some, as in
 * `{ "$secret": "TOKEN", "before": "Bearer " }`. It stands for a text, in arguments of primitives alone.
 */
interface SecretHandle {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function handleOf(object: { readonly [key: string]: Json }): SecretHandle | null {
  const { $secret, before = '', after = '', ...rest } = object;
  if (typeof $secret !== 'string' || typeof before !== 'string' || typeof after !== 'string') return null;
  return Object.keys(rest).length === 0 ? { name: $secret, before, after } : null;
}

/** The names of the secrets that stand in arguments, each once. */
export function secretNames(args: readonly Json[]): string[] {
  const names = new Set<string>();
  withSecrets(args, (name) => {
    names.add(name);
    return '';
  });
  return [...names];
}

/** The arguments with a text in place of each handle. */
export function withSecrets(args: readonly Json[], valueOf: (name: string) => string): readonly Json[] {
  return withObjects(args, (object) => {
    const handle = handleOf(object);
    return handle === null ? null : `${handle.before}${valueOf(handle.name)}${handle.after}`;
  }) as readonly Json[];
}
