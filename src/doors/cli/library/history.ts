import { examples } from '../cli-command.ts';
import { momentText } from '../clock-text.ts';
import { printRefusal } from '../print-refusal.ts';
import { visibleText } from '../visible-text.ts';
import { countIn } from './count-option.ts';
import type { LibraryCommand } from './library-command.ts';

export const history: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('history')
      .description('everything that ever changed, set by set, the newest first')
      .option('--limit <n>', 'how many sets at most', '20')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl library history', 'pawl library history --limit 3']))
      .action(async ({ limit, json }: { limit: string; json?: true }) => {
        const most = countIn('--limit', limit);
        if (!most.ok) return done(printRefusal(terminal, most.failure, json === true));
        const { libraryHistory } = await import('../../../app/library/library-history.ts');
        const rows = await libraryHistory(terminal.cwd);
        if (!rows.ok) return done(printRefusal(terminal, rows.failure, json === true));
        const shown = rows.value.slice(0, most.value);
        if (json) for (const row of shown) terminal.json({ v: 1, type: 'library.set', ...row });
        else if (shown.length === 0) terminal.out('Nothing has been stored here yet.  pawl library add FILE  stores a function.');
        else
          for (const { set, atMs, by, why, changes } of shown) {
            terminal.out(`${set}  ${terminal.style('dim', momentText(atMs))}  ${by}: ${visibleText(why)}`);
            for (const change of changes.slice(0, 12)) terminal.out(`    ${visibleText(change)}`);
            if (changes.length > 12) terminal.out(`    and ${changes.length - 12} more`);
          }
        done(0);
      });
  },
};
