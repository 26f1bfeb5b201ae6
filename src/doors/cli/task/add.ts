import { Option } from 'commander';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { TaskCommand } from './task-command.ts';
import { type WhenOptions, withWhen } from './when-options.ts';

interface Options extends WhenOptions {
  readonly describe?: string;
  readonly entrypoint?: string;
  readonly delivery?: 'live' | 'offline';
  readonly model?: string;
  readonly script?: string;
  readonly sandbox?: 'strict' | 'weak';
  readonly json?: true;
}

export const add: TaskCommand = {
  register(task, terminal, done) {
    withWhen(
      task
        .command('add')
        .description('make a task: what is to be done, and when')
        .argument('<name>', 'its name, which no other task has')
        .option('--describe <text>', 'what is to be done, as you would say it to pawl act'),
    )
      .option('--entrypoint <function>', 'the stored function that is to do it once it is certified')
      .addOption(new Option('--delivery <how>', 'offline: by its function, with no agent').choices(['live', 'offline']))
      .option('--model <name>', 'a tier of pawl.yml (smart, general, fast) or a model')
      .option('--script <file>', 'the replies of a scripted model (no model is asked)')
      .addOption(new Option('--sandbox <how>', 'weak: run code although a layer of isolation is missing here').choices(['strict', 'weak']))
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        examples([
          'pawl task add nightly --describe "sum up what changed today in notes.md" --cron "0 22 * * mon-fri" --zone Europe/Berlin',
          'pawl task add weekly --describe "list stale branches" --every week --on mon --at 09:00',
          'pawl task add poll --describe "look for new invoices in inbox/" --every 10m --jitter 2m',
          'pawl task add once --describe "write the release notes" --start 2026-12-24T09:00',
          'pawl task add deploy --describe "check the deployed version" --webhook',
          'pawl task add triage --describe "sort the new issue" --event issue-opened',
        ]),
      )
      .action(async (name: string, options: Options) => done(await added(terminal, name, options)));
  },
};

async function added(terminal: Terminal, name: string, { json, describe = '', ...options }: Options): Promise<number> {
  const { addTask } = await import('../../../app/tasks/add-task.ts');
  const made = await addTask(terminal.cwd, { name, description: describe, ...options });
  if (!made.ok) return printRefusal(terminal, made.failure, json === true);
  const { printWritten } = await import('./print-written.ts');
  printWritten(terminal, made.value, json === true);
  if (!json) terminal.out('  run    pawl serve      runs what is due, as long as it goes on');
  return 0;
}
