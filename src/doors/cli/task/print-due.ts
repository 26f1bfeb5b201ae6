import { nextDue, type ShownTask } from '../../../app/tasks/list-tasks.ts';
import { taskNotices, zonedText } from '../../../core/views/task-text.ts';
import { momentText } from '../clock-text.ts';
import type { Terminal } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';

/** The next five times at which a task is due, where the person is and in its own zone, and what may surprise in its schedule. */
export function printDue(terminal: Terminal, task: ShownTask): void {
  const { when } = task;
  if (when.kind !== 'schedule') return;
  const { zone } = when.schedule;
  for (const [at, dueAtMs] of nextDue(task, 5).entries()) {
    const [here, there] = [momentText(dueAtMs), zonedText(zone, dueAtMs)];
    terminal.out(`  ${at === 0 ? 'next  ' : '      '} ${here}${here === there ? '' : terminal.style('dim', `   ${there} in ${zone}`)}`);
  }
  for (const notice of taskNotices(task, Date.now())) {
    const [first = '', ...more] = wrapped(notice, Math.max(40, terminal.columns - 4));
    terminal.out(`  ${terminal.style('yellow', '!')} ${first}`);
    for (const line of more) terminal.out(`    ${line}`);
  }
}
