import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';

/** A source as the library keeps it. */
export async function sourceIn(library: Pick<Library, 'source'>, digest: string): Promise<Result<string, Failure>> {
  const source = await library.source(digest);
  if (!source.ok) return source;
  return source.value === null ? fail({ kind: 'not_found', message: 'the source is not in the library any more' }) : ok(source.value);
}
