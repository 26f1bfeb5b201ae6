import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';

export const history: TaskCommand = {
  register(task, terminal, done) {
    task
      .command('history')
      .description('what became of a task each time that it was due, newest first')
      .argument('<name>', 'of the task')
      .option('--limit <n>', 'so many at most', '20')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl task history nightly', 'pawl task history nightly --limit 100 --json']))
      .action(async (name: string, { limit, json }: { limit: string; json?: true }) => {
        const { taskHistory } = await import('../../../app/tasks/list-tasks.ts');
        const most = Number(limit);
        const found = Number.isInteger(most) && most > 0 ? await taskHistory(terminal.cwd, name, most) : wrongLimit(limit);
        if (!found.ok) return done(printRefusal(terminal, found.failure, json === true));
        const { printOccurrences } = await import('./print-occurrences.ts');
        printOccurrences(terminal, found.value, json === true);
        done(0);
      });
  },
};

const wrongLimit = (limit: string) =>
  ({
    ok: false,
    failure: { code: 'cli/usage', message: `--limit is a whole number from 1, not "${limit}"`, hint: 'leave it out for 20' },
  }) as const;
