import type { CallCost } from './call-cost.ts';
import { inWords, type Sample } from './sample.ts';
import type { SessionStart } from './session-start.ts';
import { printSurroundings, printTable } from './tables.ts';
import type { TurnCost } from './turn-cost.ts';

export interface ActorReport {
  readonly tookSeconds: number;
  /** Without bubblewrap. */
  readonly weak: boolean;
  readonly start: SessionStart;
  readonly call: CallCost;
  readonly turns: readonly TurnCost[];
}

/** Prints the figures as tables: medians, with min–max in brackets. */
export function printActorReport({ tookSeconds, weak, start, call, turns }: ActorReport): void {
  printSurroundings(tookSeconds);
  const over = (sample: Sample | null): string => (sample === null ? '–' : inWords(sample, 2));
  printTable(
    [`start of a session${weak ? ', without bubblewrap' : ''}`, 'ms', 'over node --permission'],
    [
      ['node -e 0', inWords(start.nodeMs, 0), ''],
      ['node --permission -e 0', inWords(start.permissionMs, 0), '1'],
      ...(start.fencedMs === null ? [] : [['the same inside bubblewrap', inWords(start.fencedMs, 0), over(start.fencedRatio)]]),
      ['a session, cold', inWords(start.coldMs, 0), over(start.coldRatio)],
      ['a session, warm', inWords(start.warmMs, 1), ''],
    ],
  );
  printTable(
    ['call of a primitive', 'a call, ms', 'of it checks and journal, ms', 'in commit floors'],
    [
      ['a line to another process and back', inWords(call.pipeFloorMs, 3), '', ''],
      ['from code and back, answered at once', inWords(call.roundTripMs, 3), '', ''],
      ...call.inAct.map(({ effect, callMs, journalMs, journalInCommits }) => [
        `in an act, ${effect}`,
        inWords(callMs, 3),
        inWords(journalMs, 3),
        inWords(journalInCommits, 2),
      ]),
    ],
  );
  console.log(`commit floor (WAL, synchronous = FULL)     ${inWords(call.commitFloorMs, 3)} ms\n`);
  printTable(
    [`a turn, the model's own time left out`, 'ms', 'in commit floors'],
    turns.map(({ what, turnMs, inCommits }) => [what, inWords(turnMs, 1), inWords(inCommits, 1)]),
  );
}
