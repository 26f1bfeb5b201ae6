import { posed } from '../../core/certify/change/deck.ts';
import { isObject } from '../../core/certify/world/unfolded.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Replays } from '../../ports/replayer.ts';
import { type Mutant, mutantsOf } from '../../source/replay/mutants.ts';
import type { Runnable } from '../../source/replay/runnable.ts';
import type { CertifiedTask } from './certified-task.ts';
import type { PosedWorlds } from './pose-worlds.ts';

/** The candidate's mutants: those that a recorded run tells from it, and the others with the worlds that do. */
export interface MutantKills {
  readonly byRecordings: number;
  /** Of each that is left: the place that it changes, and the worlds, by number. */
  readonly left: readonly { readonly site: string; readonly worlds: readonly number[] }[];
}

/** More than these are not tried: those of boundaries, then of each place one, then a second. */
const mostMutants = 28;

export async function mutantKills(
  runnable: Runnable,
  { material, posed: pool }: PosedWorlds,
  task: CertifiedTask,
  replays: Replays,
): Promise<Result<MutantKills, Failure>> {
  const mutants = mutantsOf(runnable, valuesOf(task.cassettes[0]?.input ?? null));
  const recorded = task.cassettes.flatMap((_, base) => posed(material, base, [], 0).map(({ world }) => world));
  const early = await replays.differing(
    runnable.text,
    mutants.map(({ text }) => text),
    recorded,
    1,
  );
  if (!early.ok) return early;
  const left = spread(mutants.filter((_, at) => early.value[at]?.length === 0));
  const late = await replays.differing(
    runnable.text,
    left.map(({ text }) => text),
    pool.map(({ world }) => world),
    null,
  );
  if (!late.ok) return late;
  return ok({
    byRecordings: early.value.filter((worlds) => worlds.length > 0).length,
    left: left.map(({ kind, site }, at) => ({ site: `${kind} ${site}`, worlds: late.value[at] ?? [] })),
  });
}

function spread(mutants: readonly Mutant[]): readonly Mutant[] {
  const perSite = new Map<number, number>();
  return mutants
    .map((mutant, at) => {
      const nth = perSite.get(mutant.site) ?? 0;
      perSite.set(mutant.site, nth + 1);
      return { mutant, nth, at };
    })
    .sort((one, other) => Number(other.mutant.isFine) - Number(one.mutant.isFine) || one.nth - other.nth || one.at - other.at)
    .slice(0, mostMutants)
    .map(({ mutant }) => mutant);
}

/** Members of an input by their path, as code writes their values. */
function valuesOf(input: Json): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (value: Json, path: readonly string[]): void => {
    if (path.length > 0) found.set(path.join('.'), JSON.stringify(value));
    if (isObject(value)) for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(input, []);
  return found;
}
