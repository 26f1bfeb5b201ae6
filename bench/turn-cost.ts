import type { ScriptedTurn } from '../src/adapters/model/scripted/model-script.ts';
import { timedAct } from './act-parts.ts';
import { commitFloorMs } from './floors.ts';
import { type Sample, sampleOf } from './sample.ts';

export interface TurnCost {
  readonly what: string;
  readonly turns: number;
  readonly turnMs: Sample;
  readonly inCommits: Sample;
}

/** A number of its own in each turn: an act that makes the same call again and again is ended. */
const call =
  (name: string, given: (number: number) => object) =>
  (number: number): ScriptedTurn => ({ calls: [{ name, arguments: given(number) }] });

/** What a turn takes besides the model's own time, which is none: the model is a script. */
export async function turnCosts(folder: string, weak: boolean, turns: number, rounds: number): Promise<readonly TurnCost[]> {
  const kinds = [
    ['that notifies', call('notify', (number) => ({ message: `${number}` }))],
    ['with a cell, in a session that is there', call('execute_code', (number) => ({ code: `${number}`, session: 'main' }))],
    ['with a cell, in a session of its own', call('execute_code', (number) => ({ code: `${number}` }))],
  ] as const;
  const costs: TurnCost[] = [];
  for (const [what, turn] of kinds) {
    const [times, commits]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const commitMs = commitFloorMs(folder, 150);
      const turnMs = await turnsOf(turn, turns, folder, weak);
      // The first is not counted: code that has not been compiled yet.
      if (round > 0) times.push(turnMs);
      if (round > 0) commits.push(commitMs);
    }
    costs.push({ what, turns, turnMs: sampleOf(times), inCommits: sampleOf(times.map((ms, at) => ms / (commits[at] as number))) });
  }
  return costs;
}

/** From the end of the first turn, which begins the session, to that of the last. */
async function turnsOf(turn: (number: number) => ScriptedTurn, turns: number, cwd: string, weak: boolean): Promise<number> {
  const script = (_: unknown, number: number): ScriptedTurn => (number > turns ? { text: 'done' } : turn(number));
  const ends = await timedAct(script, { cwd, weak, effect: 'pure' }, ['tool.ended']);
  return ((ends.at(-1) as number) - (ends[0] as number)) / (ends.length - 1);
}
