import { examples } from '../cli-command.ts';
import type { LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';

export const deleting: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('delete')
      .description('take a function or guidance out of the library; it can be restored for ever')
      .argument('<name>', 'of a function, or the id of guidance')
      .option('--cascade', 'also functions and guidance that refer to it: it says which')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl library delete readInvoice', 'pawl library delete readInvoice --cascade']))
      .action(async (name: string, { cascade, json }: { cascade?: true; json?: true }) => {
        const { deleteEntry } = await import('../../../app/library/change-entry.ts');
        done(printApplied(terminal, await deleteEntry(terminal.cwd, name, cascade === true), `deleted ${name}`, json === true));
      });
  },
};
