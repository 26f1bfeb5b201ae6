import { boundaryChanges, textChanges } from '../../core/certify/change/boundaries.ts';
import type { Change } from '../../core/certify/change/change.ts';
import { boundaryCrowds, corners, crowds, deckOf, type Named, type Posed, posed, singles } from '../../core/certify/change/deck.ts';
import { type Facts, factsOf } from '../../core/certify/change/field-facts.ts';
import { type Variable, variablesIn, variablesOf } from '../../core/certify/change/variables.ts';
import type { Run } from '../../core/certify/gate/equivalence.ts';
import type { TracedRun } from '../../core/certify/replay-batch.ts';
import { type Material, materialOf } from '../../core/certify/world/material.ts';
import type { Failure } from '../../core/model/failure.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Replays } from '../../ports/replayer.ts';
import type { CertifiedTask } from './certified-task.ts';

/** The worlds that a candidate is looked at in, and what it does there. */
export interface PosedWorlds {
  readonly material: Material;
  readonly posed: readonly Posed[];
  readonly runs: readonly Run[];
}

/** How many recordings are changed one change at a time, and how many worlds have many. */
const thorough = { bases: 2, crowds: 72, boundaryCrowds: 6, corners: 6, rows: 10 };

interface Posing {
  readonly material: Material;
  readonly facts: Facts;
  readonly named: Named;
  readonly replays: Replays;
  /** Tells its comparisons. */
  readonly traced: string;
}

/** Makes the pool of changed worlds of a task for one candidate: from schema, recordings and contract, and from what its comparisons turn on. */
export async function poseWorlds(
  programs: { readonly plain: string; readonly traced: string },
  named: Pick<Named, 'texts' | 'statuses'>,
  task: CertifiedTask,
  replays: Replays,
): Promise<Result<PosedWorlds, Failure>> {
  const material = materialOf(task.cassettes);
  const posing: Posing = { material, facts: factsOf(material), named: { schema: task.schema, ...named }, replays, traced: programs.traced };
  const decks = new Map<number, readonly Change[]>();
  const found: Posed[] = [];
  const tags = new Set<string>();
  for (const base of basesOf(material).slice(0, thorough.bases)) {
    const single = await fromOne(base, posing, tags);
    if (!single.ok) return single;
    decks.set(base, single.value.deck);
    found.push(...single.value.posed);
  }
  const deckFor = (base: number): readonly Change[] => {
    const known = decks.get(base) ?? deckOf(material, base, posing.facts, posing.named).filter(isGentle);
    decks.set(base, known);
    return known;
  };
  found.push(...crowds(material, deckFor, thorough.crowds, 'crowds'));
  const runs = await replays.runs(
    programs.plain,
    found.map(({ world }) => world),
  );
  return runs.ok ? ok({ material, posed: found, runs: runs.value }) : runs;
}

const isGentle = ({ kind, isHarsh }: Change): boolean => kind !== 'failure' && !isHarsh;

/** Recordings, those that read and did most first. */
const basesOf = ({ recorded }: Material): readonly number[] =>
  recorded
    .map(({ resources, cassette }, at) => ({ at, rich: resources.length * 3 + JSON.stringify(cassette.calls).length / 500 }))
    .sort((one, other) => other.rich - one.rich)
    .map(({ at }) => at);

/** All that is made from one recording: each change alone, boundaries, and what of it can be put together with others. */
async function fromOne(base: number, posing: Posing, tags: Set<string>) {
  const { material, facts, named, replays, traced } = posing;
  const boundaries = await boundariesOf(base, posing);
  if (!boundaries.ok) return boundaries;
  const all = [...deckOf(material, base, facts, named), ...boundaries.value];
  const alone = singles(
    material,
    base,
    all.filter(({ tag }) => !tags.has(tag)),
    `singles ${base}`,
  );
  const runs = await replays.traced(
    traced,
    alone.map(({ world }) => world),
  );
  if (!runs.ok) return runs;
  // What is harsh and yet bears it may be put among others.
  const borne = new Set(alone.flatMap(({ changes }, at) => (isCrash(runs.value[at] as Run) ? [] : changes.map(({ tag }) => tag))));
  for (const { changes } of alone) for (const { tag } of changes) tags.add(tag);
  const deck = all.filter(({ kind, tag, isHarsh }) =>
    kind !== 'failure' && kind !== 'parameter' && borne.has(tag) ? true : kind !== 'failure' && !isHarsh,
  );
  const beyond = await beyondOf(base, alone, runs.value, posing);
  if (!beyond.ok) return beyond;
  return ok({
    deck,
    posed: [
      ...alone,
      ...beyond.value,
      ...boundaryCrowds(material, base, boundaries.value, thorough.boundaryCrowds, `boundaries ${base}`),
      ...corners(material, base, all, thorough.corners),
    ],
  });
}

export const isCrash = ({ outcome }: Run): boolean => !outcome.ok && outcome.error === 'CRASH';

/** Where the comparisons turn that are made in a recorded world. */
async function boundariesOf(base: number, posing: Posing): Promise<Result<readonly Change[], Failure>> {
  const { material, named } = posing;
  const own = posed(material, base, [], 0);
  const turned = await turning(own[0] as Posed, base, variablesOf(material, base, named.schema, thorough.rows), null, posing);
  return turned.ok ? ok([...turned.value.changes, ...textChanges(material, base, posing.facts, turned.value.run.compared)]) : turned;
}

/** Comparisons that only a changed world comes to: where they turn, one world for each. */
async function beyondOf(
  base: number,
  alone: readonly Posed[],
  runs: readonly TracedRun[],
  posing: Posing,
): Promise<Result<readonly Posed[], Failure>> {
  const { material, named } = posing;
  const sites = new Set((await tracedOf(base, posing)).map(({ site }) => site));
  const found: Posed[] = [];
  for (const [at, each] of alone.entries()) {
    const fresh = new Set((runs[at] as TracedRun).compared.map(({ site }) => site).filter((site) => !sites.has(site)));
    if (fresh.size === 0) continue;
    for (const site of fresh) sites.add(site);
    const turned = await turning(each, base, variablesIn(material, base, each, named.schema), fresh, posing);
    if (!turned.ok) return turned;
    for (const change of turned.value.changes) found.push(...instead(each, change, base, material));
  }
  return ok(found);
}

async function tracedOf(base: number, { material, replays, traced }: Posing): Promise<TracedRun['compared']> {
  const runs = await replays.traced(
    traced,
    posed(material, base, [], 0).map(({ world }) => world),
  );
  return runs.ok ? (runs.value[0]?.compared ?? []) : [];
}

/** A world with one change more, in place of one of the same place. */
const instead = ({ world, changes }: Posed, change: Change, base: number, material: Material): readonly Posed[] =>
  posed(material, base, [...changes.filter(({ place }) => place !== change.place), change], world.seed);

/** Moves each variable a step and looks which comparisons move; `sites`: those that count, null = all. */
async function turning(
  from: Posed,
  base: number,
  variables: readonly Variable[],
  sites: ReadonlySet<string> | null,
  { material, replays, traced }: Posing,
): Promise<Result<{ readonly changes: readonly Change[]; readonly run: TracedRun }, Failure>> {
  const probes = variables.flatMap((variable) => {
    const change = variable.set(variable.value + variable.step, 'probe');
    const [world] = change === null ? [] : instead(from, change, base, material);
    return world ? [{ variable, world: world.world }] : [];
  });
  const runs = await replays.traced(traced, [from.world, ...probes.map(({ world }) => world)]);
  if (!runs.ok) return runs;
  const counted = ({ compared, ...run }: TracedRun): TracedRun => ({
    ...run,
    compared: sites === null ? compared : compared.filter(({ site }) => sites.has(site)),
  });
  const [run, ...probed] = runs.value.map(counted) as [TracedRun, ...TracedRun[]];
  return ok({
    run,
    changes: boundaryChanges(
      run,
      probes.map(({ variable }, at) => ({ variable, run: probed[at] as TracedRun })),
    ),
  });
}
