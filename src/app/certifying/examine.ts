import type { Run } from '../../core/certify/gate/equivalence.ts';
import type { GateRefusal, WeakEvidence } from '../../core/certify/gate/gate-refusal.ts';
import { answerableOf, type Looked } from '../../core/certify/question/answerable.ts';
import { Questions } from '../../core/certify/question/choice.ts';
import { questionWeights } from '../../core/certify/question/question-weights.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Replays } from '../../ports/replayer.ts';
import { certifyFacts } from '../../source/replay/certify-facts.ts';
import { type Runnable, runnableOf } from '../../source/replay/runnable.ts';
import { tracedText } from '../../source/replay/traced.ts';
import type { CertifiedTask } from './certified-task.ts';
import { mutantKills } from './mutant-kills.ts';
import { type PosedWorlds, poseWorlds } from './pose-worlds.ts';
import { recordedGates, textGate } from './recorded-gates.ts';
import { seenChanges } from './seen-changes.ts';

/** A candidate as far as it was looked at without asking anybody. */
export interface Examined {
  /** Each shows a case; empty = nothing speaks against it yet. */
  readonly refusals: readonly GateRefusal[];
  readonly weak: readonly WeakEvidence[];
  /** What the agent can be asked about it; null where something was refused before there were any. */
  readonly open: OpenQuestions | null;
}

/** All that was found out about each world, from which questions are chosen. */
export interface OpenQuestions {
  readonly worlds: PosedWorlds;
  readonly looked: readonly Looked[];
  /** Of each mutant that recordings do not tell from the candidate, the place that it changes. */
  readonly sites: readonly string[];
  readonly mutantsByRecordings: number;
}

/** The questions in their order, none of which has been asked. */
export const questionsOf = ({ looked, sites }: OpenQuestions): Questions => new Questions(looked.map(answerableOf), sites, questionWeights);

/** Fewer recordings that say something are too few. */
const leastConclusive = 3;

/** G0 to G2, and all of G3 that needs no answer: the worlds, what the candidate does there, what is declared, its mutants. */
export async function examine(code: string, task: CertifiedTask, replays: Replays): Promise<Examined> {
  const refusals = textGate(code, task);
  const runnable = runnableOf(code);
  if (runnable === null || refusals.length > 0) return { refusals, weak: [], open: null };
  const recorded = await recordedGates(runnable.text, task, replays);
  if (recorded.refusals.length > 0) return { refusals: recorded.refusals, weak: [], open: null };
  const conclusive = recorded.is.filter((each) => each === 'same').length;
  const weak: WeakEvidence[] =
    conclusive < Math.min(leastConclusive, task.cassettes.length)
      ? [{ why: 'few_conclusive_replays', conclusive, of: task.cassettes.length }]
      : [];
  return { ...(await looked(code, runnable, task, replays)), weak };
}

async function looked(code: string, runnable: Runnable, task: CertifiedTask, replays: Replays): Promise<Omit<Examined, 'weak'>> {
  const stopped = ({ message }: Failure): Omit<Examined, 'weak'> => ({
    refusals: [{ gate: 'G3', code: 'not_replayed', message }],
    open: null,
  });
  const programs = { plain: runnable.text, traced: tracedText(runnable) };
  const worlds = await poseWorlds(programs, namedIn(code), task, replays);
  if (!worlds.ok) return stopped(worlds.failure);
  const { posed, runs } = worlds.value;
  const broken = await replays.broken(
    runnable.text,
    posed.map(({ world }) => world),
  );
  if (!broken.ok) return stopped(broken.failure);
  const seen = await seenChanges(runnable.text, worlds.value, task, replays);
  if (!seen.ok) return stopped(seen.failure);
  const kills = await mutantKills(runnable, worlds.value, task, replays);
  if (!kills.ok) return stopped(kills.failure);
  const mutants: number[][] = posed.map(() => []);
  for (const [mutant, { worlds: told }] of kills.value.left.entries()) for (const at of told) mutants[at]?.push(mutant);
  const about = posed.map((each, at) => ({
    posed: each,
    run: runs[at] as Run,
    seen: seen.value[at] ?? [],
    mutants: mutants[at] ?? [],
    broken: broken.value[at]?.length ?? 0,
  }));
  const sites = kills.value.left.map(({ site }) => site);
  return {
    refusals: brokenIn(worlds.value, broken.value),
    open: { worlds: worlds.value, looked: about, sites, mutantsByRecordings: kills.value.byRecordings },
  };
}

/** Of each postcondition the first gentle world that shows it broken: what breaks a type, or fails, may break what was declared as well. */
function brokenIn({ posed }: PosedWorlds, broken: readonly (readonly string[])[]): readonly GateRefusal[] {
  const told = new Set<string>();
  return posed.flatMap(({ world, changes }, at): GateRefusal[] => {
    if (changes.some(({ isHarsh, kind }) => isHarsh || kind === 'failure')) return [];
    return (broken[at] ?? []).flatMap((id): GateRefusal[] => {
      if (told.has(id)) return [];
      told.add(id);
      return [{ gate: 'G3', code: 'postcondition', id, world, changes: changes.map(({ tag }) => tag) }];
    });
  });
}

/** What the code names, as values to try. */
function namedIn(code: string): { readonly texts: readonly string[]; readonly statuses: readonly number[] } {
  const facts = certifyFacts(code);
  return {
    texts: (facts?.words ?? []).filter((text) => text.length > 0 && text.length <= 24),
    statuses: (facts?.numbers ?? []).filter((number) => Number.isInteger(number) && number >= 300 && number < 600),
  };
}
