import type { StandingTask } from '../../../app/tasks/known-task.ts';
import { nextDue } from '../../../app/tasks/list-tasks.ts';
import { taskStateText, whenText } from '../../../core/views/task-text.ts';
import { listedMomentText } from '../clock-text.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';
import { taskJson } from './task-json.ts';

/** Tasks, a line each: when it is due next, how it stands, when it is due at all. */
export function printTasks(terminal: Terminal, tasks: readonly StandingTask[], json: boolean): void {
  if (json) {
    for (const each of tasks) terminal.json(taskJson(each));
    return;
  }
  if (tasks.length === 0) terminal.out('No task here.  pawl task add --help  says how one is made.');
  const width = Math.max(0, ...tasks.map(({ task: { name } }) => name.length));
  for (const { task, state } of tasks) {
    const [next] = nextDue(task, 1);
    const due = next === undefined ? ''.padEnd(11) : listedMomentText(next, Date.now());
    const start = `  ${task.name.padEnd(width)}  ${due}  ${taskStateText(state).padEnd(11)}  `;
    terminal.out(`${start}${clipped(visibleText(whenText(task)), Math.max(20, terminal.columns - start.length))}`);
  }
}
