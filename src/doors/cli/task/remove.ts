import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const remove: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('remove')
      .description('remove a task with its history; its runs stay. Refused while it is at work')
      .argument('<name>', 'of the task')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl task remove nightly']))
      .action(async (name: string, { json }: { json?: true }) => {
        const { removeTask } = await import('../../../app/tasks/change-task.ts');
        const removed = await removeTask(terminal.cwd, name);
        if (!removed.ok) return done(printRefusal(terminal, removed.failure, json === true));
        if (json) terminal.json({ v: 1, type: 'task.removed', id: removed.value.id, name: removed.value.name });
        else terminal.out(`${terminal.style('green', '✓')} task ${removed.value.name} is gone; pawl runs  shows its runs`);
        done(0);
      });
  },
};
