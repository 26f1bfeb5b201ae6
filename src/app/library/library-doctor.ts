import { type LibraryTrouble, libraryTroubles } from '../../core/library/library-troubles.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { readingLibrary } from './open-library.ts';

/** What of the library wants a look. Changes nothing. */
export const libraryDoctor = (cwd: string): Promise<Result<readonly LibraryTrouble[], Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const [read, uses] = [await library.read(), await library.uses()];
    if (!read.ok) return fail(refusalOf('library/unavailable', read.failure));
    if (!uses.ok) return fail(refusalOf('library/unavailable', uses.failure));
    return ok(libraryTroubles(read.value.state, uses.value));
  });
