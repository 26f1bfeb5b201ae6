import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const cancel: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('cancel')
      .description('end a task for good: what waits is dropped, what is at work is asked to end; its history stays')
      .argument('<name>', 'of the task')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl task cancel nightly', 'pawl task pause nightly      # for a while only']))
      .action(async (name: string, { json }: { json?: true }) => {
        const { cancelTask } = await import('../../../app/tasks/change-task.ts');
        const changed = await cancelTask(terminal.cwd, name, terminal.env);
        if (!changed.ok) return done(printRefusal(terminal, changed.failure, json === true));
        const { printTask } = await import('./print-task.ts');
        printTask(terminal, changed.value, json === true);
        done(0);
      });
  },
};
