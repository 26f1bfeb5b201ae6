import type { ReplayedAct } from '../../../app/act/replay-act.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import type { Result } from '../../../core/model/result.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import { visibleText } from '../visible-text.ts';

/** Prints what the replay of an act came to, and gives the exit code: 0 all was equal, 1 something differs. */
export function printReplayed(terminal: Terminal, replayed: Result<ReplayedAct, Refusal>, json: boolean): number {
  if (!replayed.ok) return printRefusal(terminal, replayed.failure, json);
  const { run, cells, calls, difference } = replayed.value;
  if (json) terminal.json({ v: 1, type: 'act.replay', run, equal: difference === null, cells, calls, difference });
  else if (difference === null) {
    const counts = `${cells} ${cells === 1 ? 'piece' : 'pieces'} of code, ${calls} ${calls === 1 ? 'call' : 'calls'}`;
    terminal.out(`${terminal.style('green', '✓')} act ${run} replayed: equal (${counts}; nothing was touched)`);
  } else {
    terminal.out(
      `${terminal.style('red', '✗')} act ${run} differs in its ${nth(difference.cell)} piece of code: ${visibleText(difference.text)}`,
    );
    for (const line of difference.code.split('\n').slice(0, 12)) terminal.out(`  ${terminal.style('dim', '│')} ${visibleText(line)}`);
  }
  return difference === null ? 0 : 1;
}

function nth(count: number): string {
  const tens = count % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
