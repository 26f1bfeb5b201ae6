import type { AddedTask } from '../../../app/tasks/add-task.ts';
import { standing } from '../../../app/tasks/known-task.ts';
import { whenText } from '../../../core/views/task-text.ts';
import { quoted } from '../quoted.ts';
import type { Terminal } from '../terminal.ts';
import { printDue } from './print-due.ts';
import { hookPath, taskJson } from './task-json.ts';

/** A task that has just been made or changed: when it is due, and how it is triggered. */
export function printWritten(terminal: Terminal, { task, token }: AddedTask, json: boolean): void {
  if (json) {
    terminal.json({ ...taskJson(standing(task, { open: [], over: [] })), ...(token === null ? {} : { token }) });
    return;
  }
  terminal.out(`${terminal.style('green', '✓')} task ${task.name}: ${whenText(task)}`);
  printDue(terminal, task);
  const name = quoted(task.name);
  if (token !== null) {
    terminal.out(`  call   curl -d '{}' -H 'Authorization: Bearer ${token}' http://127.0.0.1:7395${hookPath(task.name)}`);
    terminal.out(`         the token is shown this once; pawl task edit ${name} --webhook  makes a new one`);
  }
  if (task.when.kind === 'event') terminal.out(`  call   pawl task trigger ${name}`);
}
