import { type AskedAgent, askAgent } from '../../src/app/certifying/ask-agent.ts';
import { examine, type OpenQuestions, questionsOf } from '../../src/app/certifying/examine.ts';
import { isCrash } from '../../src/app/certifying/pose-worlds.ts';
import { recordedGates, textGate } from '../../src/app/certifying/recorded-gates.ts';
import { difference, type Run } from '../../src/core/certify/gate/equivalence.ts';
import type { Replays } from '../../src/ports/replayer.ts';
import { runnableOf } from '../../src/source/replay/runnable.ts';
import type { CorpusTask, Labelled } from './certify-corpus.ts';

/** How many questions are asked at most. */
export const mostQuestions = 20;

/** What the gates said of one candidate. */
export interface Held {
  readonly function: string;
  readonly file: string;
  readonly class: string;
  readonly isFaulty: boolean;
  /** By recording, without any other rule. */
  readonly replay: readonly string[];
  readonly byText: boolean;
  /** Codes of what refused it without a question; `declared` of these are broken postconditions. */
  readonly refusedBy: readonly string[];
  /** At which question it was refused; null = at none. With what the contract declares, and without. */
  readonly declared: Answered;
  readonly undeclared: Answered;
  /** Whether any world of the pool tells it from the agent. */
  readonly isTold: boolean;
  readonly worlds: number;
  readonly crashes: number;
  readonly tookMs: number;
}

interface Answered {
  readonly refusedAt: number | null;
  readonly inconclusive: number;
  readonly shows: string;
  /** Mutants that recordings and answers tell from the candidate, of those that anything does. */
  readonly mutationScore: number | null;
}

const unasked: Answered = { refusedAt: null, inconclusive: 0, shows: '', mutationScore: null };

/** Holds one candidate against all gates; the agent is a program that answers questions and is nowhere read. */
export async function held(labelled: Labelled, { name, task, agent }: CorpusTask, replays: Replays, agents: Replays): Promise<Held> {
  const program = runnableOf(labelled.code);
  const recorded = program === null ? null : await recordedGates(program.text, task, replays);
  const startedMs = performance.now();
  const examined = await examine(labelled.code, task, replays);
  const { open } = examined;
  const about = {
    function: name,
    file: labelled.file,
    class: labelled.class,
    isFaulty: labelled.isFaulty,
    replay: recorded?.is ?? [],
    byText: textGate(labelled.code, task).length > 0,
    refusedBy: [...new Set(examined.refusals.map(({ code }) => code))],
  };
  const isRefused = about.refusedBy.some((code) => code !== 'postcondition');
  if (open === null || isRefused)
    return { ...about, declared: unasked, undeclared: unasked, isTold: true, worlds: 0, crashes: 0, tookMs: performance.now() - startedMs };
  const examinedMs = performance.now() - startedMs;
  const said = await allAnswers(agent, open, agents);
  const asking = answering(open, said);
  const askedMs = performance.now();
  const declared = await asked(open, true, task, asking);
  const tookMs = examinedMs + performance.now() - askedMs;
  const undeclared = await asked(open, false, task, asking);
  const differs = said.filter((run, at) => !isCrash(run) && difference(open.worlds.runs[at] as Run, run, task.contract) !== null);
  return { ...about, declared, undeclared, isTold: differs.length > 0, worlds: said.length, crashes: said.filter(isCrash).length, tookMs };
}

/** Every world asked at once: the floor needs them all, and a question is then a look at its answer. */
async function allAnswers(agent: string, { worlds }: OpenQuestions, agents: Replays): Promise<readonly Run[]> {
  const program = runnableOf(agent);
  if (program === null) throw new Error('the agent of the corpus is no function');
  const runs = await agents.runs(
    program.text,
    worlds.posed.map(({ world }) => world),
  );
  if (!runs.ok) throw new Error(runs.failure.message);
  return runs.value;
}

function answering({ worlds }: OpenQuestions, said: readonly Run[]): AskedAgent {
  const answers = new Map(worlds.posed.map(({ world }, at) => [world, said[at] as Run]));
  return { ask: async (world) => answers.get(world) as Run };
}

async function asked(open: OpenQuestions, isDeclared: boolean, task: CorpusTask['task'], agent: AskedAgent): Promise<Answered> {
  const looked = isDeclared ? open.looked : open.looked.map((each) => ({ ...each, broken: 0 }));
  const questions = questionsOf({ ...open, looked });
  const { refusal, questions: count, inconclusive } = await askAgent(open, questions, task.contract, agent, mostQuestions);
  const { killed, told } = questions.killed;
  const all = told + open.mutantsByRecordings;
  return {
    refusedAt: refusal === null ? null : count,
    inconclusive,
    shows: refusal?.code === 'disagreement' ? refusal.changes.join(' + ').slice(0, 200) : '',
    mutationScore: all === 0 ? null : (killed + open.mutantsByRecordings) / all,
  };
}
