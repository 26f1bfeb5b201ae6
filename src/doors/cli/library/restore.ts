import { examples } from '../cli-command.ts';
import type { LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';

export const restore: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('restore')
      .description('bring a deleted function or guidance back, with all that its deletion took along')
      .argument('<name>', 'of a function, or an id (pawl library list --status deleted)')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl library restore readInvoice']))
      .action(async (name: string, { json }: { json?: true }) => {
        const { restoreEntry } = await import('../../../app/library/change-entry.ts');
        done(printApplied(terminal, await restoreEntry(terminal.cwd, name), `restored ${name}`, json === true));
      });
  },
};
