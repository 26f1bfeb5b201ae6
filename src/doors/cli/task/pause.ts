import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const pause: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('pause')
      .description('let nothing of a task become due until it is enabled; what is at work goes on')
      .argument('<name>', 'of the task')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl task pause nightly']))
      .action(async (name: string, { json }: { json?: true }) => {
        const { pauseTask } = await import('../../../app/tasks/change-task.ts');
        const changed = await pauseTask(terminal.cwd, name);
        if (!changed.ok) return done(printRefusal(terminal, changed.failure, json === true));
        const { printTask } = await import('./print-task.ts');
        printTask(terminal, changed.value, json === true);
        done(0);
      });
  },
};
