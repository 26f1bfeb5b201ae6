import type { TaskOccurrence } from '../../../app/tasks/list-tasks.ts';
import { causeText, occurrenceStateText } from '../../../core/views/task-text.ts';
import { momentText } from '../clock-text.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';
import { occurrenceJson } from './task-json.ts';

/** Occurrences, a line each: when, its run, how it stands, what it is the instance of, and why. */
export function printOccurrences(terminal: Terminal, occurrences: readonly TaskOccurrence[], json: boolean): void {
  if (json) {
    for (const each of occurrences) terminal.json(occurrenceJson(each));
    return;
  }
  if (occurrences.length === 0) terminal.out('It has not been due yet.');
  for (const { run, cause, state, note, startedAtMs, createdAtMs } of occurrences) {
    const what = state === 'skipped' ? ''.padEnd(run.length) : run;
    const start = `  ${momentText(startedAtMs ?? createdAtMs)}  ${what}  ${occurrenceStateText(state).padEnd(9)}  ${causeText(cause)}`;
    const rest = note === null ? '' : `  ${visibleText(note)}`;
    terminal.out(`${start}${clipped(rest, Math.max(40, terminal.columns - start.length))}`);
  }
}
