import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const list: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('list')
      .description('the tasks of this folder, with their state and when they are due next')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl task list', 'pawl task list --json']))
      .action(async ({ json }: { json?: true }) => {
        const { listTasks } = await import('../../../app/tasks/list-tasks.ts');
        const listed = await listTasks(terminal.cwd);
        if (!listed.ok) return done(printRefusal(terminal, listed.failure, json === true));
        const { printTasks } = await import('./print-tasks.ts');
        printTasks(terminal, listed.value, json === true);
        done(0);
      });
  },
};
