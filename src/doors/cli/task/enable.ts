import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const enable: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('enable')
      .description('let a paused task become due again, from now on: what it missed is not caught up')
      .argument('<name>', 'of the task')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl task enable nightly']))
      .action(async (name: string, { json }: { json?: true }) => {
        const { enableTask } = await import('../../../app/tasks/change-task.ts');
        const changed = await enableTask(terminal.cwd, name);
        if (!changed.ok) return done(printRefusal(terminal, changed.failure, json === true));
        const { printTask } = await import('./print-task.ts');
        printTask(terminal, changed.value, json === true);
        done(0);
      });
  },
};
