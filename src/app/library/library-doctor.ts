import { judgePair } from '../../core/library/dedup/judge-pair.ts';
import { NearFunctions } from '../../core/library/dedup/near-functions.ts';
import { type StoredShape, wordCounts } from '../../core/library/dedup/stored-shape.ts';
import { newest } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import { type LibraryTrouble, libraryTroubles } from '../../core/library/library-troubles.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { isSure, storedShape } from './near-verdicts.ts';
import { readingLibrary } from './open-library.ts';

/** As many functions are read and compared; of a larger library those that are stored last. */
const mostCompared = 1_000;
const nearest = 5;

/** What of the library wants a look. Changes nothing. */
export const libraryDoctor = (cwd: string): Promise<Result<readonly LibraryTrouble[], Refusal>> =>
  readingLibrary(cwd, async (library) => {
    const read = await library.read();
    if (!read.ok) return fail(refusalOf('library/unavailable', read.failure));
    const uses = await library.uses();
    if (!uses.ok) return fail(refusalOf('library/unavailable', uses.failure));
    const near = await nearTroubles(library, read.value.state);
    return near.ok ? ok([...libraryTroubles(read.value.state, uses.value), ...near.value]) : near;
  });

/** Functions that do nearly the same; those of the very same code are told without a look at their sources. */
async function nearTroubles(library: Library, { functions }: LibraryState): Promise<Result<readonly LibraryTrouble[], Refusal>> {
  const living = [...functions.values()].filter(({ isDeleted }) => !isDeleted).slice(-mostCompared);
  const shapes: StoredShape[] = [];
  for (const entry of living) {
    const source = await library.source(newest(entry).sourceDigest);
    if (!source.ok) return fail(refusalOf('library/unavailable', source.failure));
    const shape = storedShape(entry.name, source.value ?? '', newest(entry).description);
    if (shape !== null) shapes.push(shape);
  }
  const [near, counts] = [new NearFunctions(shapes), wordCounts(shapes)];
  const troubles = new Map<string, LibraryTrouble>();
  for (const one of shapes) {
    for (const other of near.of(one, nearest)) {
      if (one.name >= other.name || one.shape.digest === other.shape.digest) continue;
      const judged = judgePair(one, other, counts);
      const { verdict } = judged;
      if (verdict === 'distinct' || !isSure(judged)) continue;
      const found =
        verdict === 'duplicate' ? `${one.name} does what ${other.name} does` : `${one.name} and ${other.name} differ in constants`;
      const hint = verdict === 'duplicate' ? 'keep one of them' : 'make one of them, with these constants as parameters';
      troubles.set(found, { kind: 'near', found, hint });
    }
  }
  return ok([...troubles.values()]);
}
