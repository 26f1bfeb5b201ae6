import { Option } from 'commander';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { countIn } from './count-option.ts';
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
      .addOption(new Option('--kind <kind>', 'one of them alone').choices(['function', 'guidance']))
      .option('--limit <n>', 'how many at most', '10')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl library search send an invoice', 'pawl library search "dates of a report" --kind function']))
      .action(async (query: string[], { kind, limit, json }: Options) => {
        const most = countIn('--limit', limit);
        if (!most.ok) return done(printRefusal(terminal, most.failure, json === true));
        const { searchLibrary } = await import('../../../app/library/search-library.ts');
        const found = await searchLibrary(terminal.cwd, query.join(' '), { limit: most.value, ...(kind === undefined ? {} : { kind }) });
        if (!found.ok) return done(printRefusal(terminal, found.failure, json === true));
        printRows(terminal, found.value, json === true, 'Nothing fits.  pawl library list  shows what there is.');
        done(0);
      });
  },
};
