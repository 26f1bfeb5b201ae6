import type { AppliedSet } from '../../../app/library/apply-edits.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import type { Result } from '../../../core/model/result.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import { visibleText } from '../visible-text.ts';

/** Says what was done to the library, what follows from it, and how it is taken back; gives the exit code. */
export function printApplied(terminal: Terminal, applied: Result<AppliedSet, Refusal>, done: string, json: boolean): number {
  if (!applied.ok) return printRefusal(terminal, applied.failure, json);
  const { set, ids, remarks, firstSeq, lastSeq } = applied.value;
  const changes = lastSeq - firstSeq + 1;
  if (json) {
    terminal.json({ v: 1, type: 'library.applied', set, ids, changes, remarks });
    return 0;
  }
  if (changes > 0) terminal.out(done);
  for (const remark of remarks) terminal.out(`  ${visibleText(remark)}`);
  if (changes > 0) terminal.out(terminal.style('dim', `  undo: pawl library undo ${set}`));
  return 0;
}
