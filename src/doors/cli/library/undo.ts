import { examples } from '../cli-command.ts';
import type { LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';

export const undo: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('undo')
      .description('take back everything that one set of changes brought: an edit of yours, or a review')
      .argument('<set>', 'its id (pawl library history)')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl library history', 'pawl library undo 7f3kx2mn']))
      .action(async (set: string, { json }: { json?: true }) => {
        const { undoChangeSet } = await import('../../../app/library/change-entry.ts');
        done(printApplied(terminal, await undoChangeSet(terminal.cwd, set), `took back ${set}`, json === true));
      });
  },
};
