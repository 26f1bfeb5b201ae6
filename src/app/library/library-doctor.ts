import { type LibraryTrouble, libraryTroubles } from '../../core/library/library-troubles.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { readingWhole } from './open-library.ts';

/** What of the library wants a look. Changes nothing. */
export const libraryDoctor = (cwd: string): Promise<Result<readonly LibraryTrouble[], Refusal>> => readingWhole(cwd, libraryTroubles);
