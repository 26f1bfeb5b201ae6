import { type CliCommand, examples } from '../cli-command.ts';
import { add } from '../library/add.ts';
import { caseCommand } from '../library/case.ts';
import { deleting } from '../library/delete.ts';
import { doctor } from '../library/doctor.ts';
import { edit } from '../library/edit.ts';
import { env } from '../library/env.ts';
import { exporting } from '../library/export.ts';
import { history } from '../library/history.ts';
import type { LibraryCommand } from '../library/library-command.ts';
import { list } from '../library/list.ts';
import { restore } from '../library/restore.ts';
import { search } from '../library/search.ts';
import { show } from '../library/show.ts';
import { testCommand } from '../library/test.ts';
import { undo } from '../library/undo.ts';

/** In the order in which help lists them. */
const verbs: readonly LibraryCommand[] = [
  ...[search, list, show, add, edit, deleting, restore, undo, history],
  ...[caseCommand, testCommand, env, exporting, doctor],
];

export const library: CliCommand = {
  register(program, terminal, done) {
    const group = program
      .command('library')
      .description('functions and guidance that are kept for good: search, add, change, undo')
      .helpCommand(false)
      .addHelpText('after', examples(['pawl library search send an invoice', 'pawl library add readInvoice.ts', 'pawl library history']));
    for (const verb of verbs) verb.register(group, terminal, done);
  },
};
