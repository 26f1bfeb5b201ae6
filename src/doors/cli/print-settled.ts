import type { Settled } from '../../app/settle/settling.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { printRefusal } from './print-refusal.ts';
import type { Terminal } from './terminal.ts';

/** Says what became of a run that was applied or undone, and gives the exit code. */
export function printSettled(terminal: Terminal, what: 'applied' | 'undone', settled: Result<Settled, Refusal>, json: boolean): number {
  if (!settled.ok) return printRefusal(terminal, settled.failure, json);
  if (json) terminal.json({ v: 1, type: what, ...settled.value });
  else {
    terminal.out(`${terminal.style('green', '✓')} ${settled.value.said}`);
    for (const note of settled.value.notes) terminal.out(`  ${note}`);
  }
  return 0;
}
