import { type CliCommand, examples } from '../cli-command.ts';
import { add } from '../task/add.ts';
import { cancel } from '../task/cancel.ts';
import { edit } from '../task/edit.ts';
import { enable } from '../task/enable.ts';
import { history } from '../task/history.ts';
import { list } from '../task/list.ts';
import { pause } from '../task/pause.ts';
import { remove } from '../task/remove.ts';
import { run } from '../task/run.ts';
import { show } from '../task/show.ts';
import type { TaskCommand } from '../task/task-command.ts';
import { trigger } from '../task/trigger.ts';

/** In the order in which help lists them. */
const verbs: readonly TaskCommand[] = [add, list, show, run, trigger, pause, enable, edit, history, cancel, remove];

export const task: CliCommand = {
  register(program, terminal, done) {
    const group = program
      .command('task')
      .description('what is to be done again and again, or when something happens: add, run, follow, end')
      .helpCommand(false)
      .addHelpText(
        'after',
        examples([
          'pawl task add nightly --describe "sum up what changed today" --cron "0 22 * * mon-fri" --zone Europe/Berlin',
          'pawl task list',
          'pawl serve                                # runs what is due',
        ]),
      );
    for (const verb of verbs) verb.register(group, terminal, done);
  },
};
