import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { LibraryCommand } from './library-command.ts';
import { printRows } from './print-rows.ts';

interface Options {
  readonly kind?: 'function' | 'guidance';
  readonly limit: string;
  readonly json?: true;
}

export const search: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('search')
      .description('functions and guidance that fit what you want to do, the best first')
      .argument('<query...>', 'in your words')
      .option('--kind <kind>', 'function or guidance alone')
      .option('--limit <n>', 'how many at most', '10')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl library search send an invoice', 'pawl library search "dates of a report" --kind function']))
      .action(async (query: string[], { kind, limit, json }: Options) => {
        const most = Number(limit);
        if (!Number.isInteger(most) || most < 1)
          return done(
            printRefusal(terminal, { code: 'cli/usage', message: `--limit takes a number from 1, and no "${limit}"` }, json === true),
          );
        const { searchLibrary } = await import('../../../app/library/search-library.ts');
        const found = await searchLibrary(terminal.cwd, query.join(' '), { limit: most, ...(kind === undefined ? {} : { kind }) });
        if (!found.ok) return done(printRefusal(terminal, found.failure, json === true));
        printRows(terminal, found.value, json === true, 'Nothing fits.  pawl library list  shows what there is.');
        done(0);
      });
  },
};
