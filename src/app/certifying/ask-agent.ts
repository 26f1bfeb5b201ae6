import type { Contract } from '../../core/certify/gate/contract.ts';
import { difference, type Run } from '../../core/certify/gate/equivalence.ts';
import type { GateRefusal, WeakEvidence } from '../../core/certify/gate/gate-refusal.ts';
import { weakScore } from '../../core/certify/gate/mutation-score.ts';
import type { Questions } from '../../core/certify/question/choice.ts';
import type { World } from '../../core/certify/world/world.ts';
import type { OpenQuestions } from './examine.ts';
import { isCrash } from './pose-worlds.ts';

/** Who does the task where it is not certified. Asked about a world, it is run in it, with its writes captured. */
export interface AskedAgent {
  ask(world: World): Promise<Run>;
}

export interface Asked {
  readonly refusal: GateRefusal | null;
  readonly questions: number;
  /** Answers that said nothing, as the agent itself fell over. */
  readonly inconclusive: number;
  /** Too few mutants were told from the candidate by recordings and answers; null = enough. */
  readonly weak: WeakEvidence | null;
}

/** Asks the agent about at most so many worlds, until it does something else than the candidate. */
export async function askAgent(
  { worlds, mutantsByRecordings: byRecordings }: Pick<OpenQuestions, 'worlds' | 'mutantsByRecordings'>,
  questions: Questions,
  contract: Contract,
  agent: AskedAgent,
  most: number,
): Promise<Asked> {
  let [asked, inconclusive] = [0, 0];
  while (asked < most) {
    const at = questions.next();
    if (at === null) break;
    asked += 1;
    const { world, changes } = worlds.posed[at] as (typeof worlds.posed)[number];
    const run = await agent.ask(world);
    if (isCrash(run)) {
      inconclusive += 1;
      questions.answered(at, 'inconclusive');
      continue;
    }
    const found = difference(worlds.runs[at] as Run, run, contract);
    if (found !== null)
      return {
        refusal: { gate: 'G3', code: 'disagreement', difference: found, world, changes: changes.map(({ tag }) => tag) },
        questions: asked,
        inconclusive,
        weak: null,
      };
    questions.answered(at, 'agreed');
  }
  const { killed, told } = questions.killed;
  return { refusal: null, questions: asked, inconclusive, weak: weakScore(killed + byRecordings, told + byRecordings) };
}
