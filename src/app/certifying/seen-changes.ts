import { posed } from '../../core/certify/change/deck.ts';
import { difference, type Run } from '../../core/certify/gate/equivalence.ts';
import type { Looked } from '../../core/certify/question/answerable.ts';
import type { World } from '../../core/certify/world/world.ts';
import type { Failure } from '../../core/model/failure.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Replays } from '../../ports/replayer.ts';
import type { CertifiedTask } from './certified-task.ts';
import type { PosedWorlds } from './pose-worlds.ts';

/** Of each change of each world: whether the candidate does something else without it, and without the row that carries it. */
export async function seenChanges(
  program: string,
  { material, posed: pool, runs }: PosedWorlds,
  { contract }: CertifiedTask,
  replays: Replays,
): Promise<Result<readonly Looked['seen'][], Failure>> {
  const asked: { readonly world: World; readonly at: number; readonly nth: number; readonly what: 'itself' | 'row' }[] = [];
  for (const [at, { world, changes }] of pool.entries()) {
    for (const [nth, change] of changes.entries()) {
      const others = changes.filter((each) => each !== change);
      for (const without of posed(material, world.base, others, world.seed)) asked.push({ world: without.world, at, nth, what: 'itself' });
      if (change.without) asked.push({ world: { ...world, edits: [...world.edits, change.without] }, at, nth, what: 'row' });
    }
  }
  const answered = await replays.runs(
    program,
    asked.map(({ world }) => world),
  );
  if (!answered.ok) return answered;
  const seen = pool.map(({ changes }) => changes.map(() => ({ itself: false, row: false })));
  for (const [each, { at, nth, what }] of asked.entries()) {
    const flags = seen[at]?.[nth];
    if (flags && difference(runs[at] as Run, answered.value[each] as Run, contract) !== null) flags[what] = true;
  }
  return ok(seen);
}
