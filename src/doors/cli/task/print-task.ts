import type { StandingTask } from '../../../app/tasks/known-task.ts';
import { durationText } from '../../../core/model/duration.ts';
import { usdOf } from '../../../core/model/money.ts';
import { taskStateText, whenText } from '../../../core/views/task-text.ts';
import type { Terminal } from '../terminal.ts';
import { visibleText } from '../visible-text.ts';
import { wrapped } from '../wrapped.ts';
import { printDue } from './print-due.ts';
import { printOccurrences } from './print-occurrences.ts';
import { taskJson } from './task-json.ts';

/** All there is to know of a task, its open occurrences and the last that is over. */
export function printTask(terminal: Terminal, shown: StandingTask, json: boolean): void {
  if (json) {
    terminal.json(taskJson(shown));
    return;
  }
  const { task, state, open, last } = shown;
  const { limits, delivery, entrypoint } = task;
  terminal.out(`${terminal.style('bold', task.name)}  ${taskStateText(state)}`);
  for (const line of wrapped(visibleText(task.description), Math.max(40, terminal.columns - 2))) terminal.out(`  ${line}`);
  terminal.out('');
  terminal.out(`  when    ${visibleText(whenText(task))}`);
  printDue(terminal, task);
  const how = delivery === 'live' ? 'the agent at hand does it' : 'its function does it';
  terminal.out(`  how     ${how}${entrypoint === null ? '' : `; entrypoint ${entrypoint.name}`}`);
  terminal.out(`  limits  ${durationText(limits.maxRuntimeMs)}, $${usdOf(limits.budgetNanoUsd).toFixed(2)} for each`);
  terminal.out(`  rules   overlap ${limits.overlap}, catch up ${limits.catchUp}`);
  if (open.length + (last === null ? 0 : 1) === 0) return;
  terminal.out('');
  printOccurrences(terminal, [...open, ...(last === null ? [] : [last])], false);
}
