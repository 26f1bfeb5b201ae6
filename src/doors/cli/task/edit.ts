import { Option } from 'commander';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { TaskCommand } from './task-command.ts';
import { type WhenOptions, withWhen } from './when-options.ts';

interface Options extends WhenOptions {
  readonly rename?: string;
  readonly describe?: string;
  readonly entrypoint?: string;
  readonly delivery?: 'live' | 'offline';
  readonly model?: string;
  readonly script?: string;
  readonly json?: true;
}

export const edit: TaskCommand = {
  register(task, terminal, done) {
    withWhen(
      task
        .command('edit')
        .description('change a task; a new schedule replaces the old one whole')
        .argument('<name>', 'of the task')
        .option('--rename <name>', 'another name')
        .option('--describe <text>', 'what is to be done from now on'),
    )
      .option('--entrypoint <function>', 'the stored function that is to do it once it is certified ("none" for none)')
      .addOption(new Option('--delivery <how>', 'offline: by its function, with no agent').choices(['live', 'offline']))
      .option('--model <name>', 'a tier of pawl.yml (smart, general, fast) or a model')
      .option('--script <file>', 'the replies of a scripted model (no model is asked)')
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        examples([
          'pawl task edit nightly --cron "0 23 * * *"',
          'pawl task edit nightly --overlap queue --budget 0.50',
          'pawl task edit deploy --webhook      # a new token; the old one is void',
        ]),
      )
      .action(async (name: string, { json, rename, describe, ...options }: Options) => {
        const { editTask } = await import('../../../app/tasks/edit-task.ts');
        const edited = await editTask(terminal.cwd, name, {
          ...options,
          ...(rename === undefined ? {} : { name: rename }),
          ...(describe === undefined ? {} : { description: describe }),
        });
        if (!edited.ok) return done(printRefusal(terminal, edited.failure, json === true));
        const { printWritten } = await import('./print-written.ts');
        printWritten(terminal, edited.value, json === true);
        done(0);
      });
  },
};
