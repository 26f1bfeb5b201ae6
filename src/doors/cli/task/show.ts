import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const show: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('show')
      .description('a task: what it does, when it is due next, how it stands')
      .argument('<name>', 'of the task')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl task show nightly', 'pawl task show nightly --json']))
      .action(async (name: string, { json }: { json?: true }) => {
        const { showTask } = await import('../../../app/tasks/list-tasks.ts');
        const shown = await showTask(terminal.cwd, name);
        if (!shown.ok) return done(printRefusal(terminal, shown.failure, json === true));
        const { printTask } = await import('./print-task.ts');
        printTask(terminal, shown.value, json === true);
        done(0);
      });
  },
};
