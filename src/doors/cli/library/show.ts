import { ok } from '../../../core/model/result.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { countIn } from './count-option.ts';
import type { LibraryCommand } from './library-command.ts';
import { printEntry } from './print-entry.ts';

interface Options {
  readonly source?: true;
  readonly at?: string;
  readonly json?: true;
}

export const show: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('show')
      .description('all that is known of a function or of guidance: where it came from, and what undoes that')
      .argument('<name>', 'of a function, or an id (pawl library list)')
      .option('--source', 'its source alone, as it was stored')
      .option('--at <version>', 'with the source of this version')
      .option('--json', 'one JSON object')
      .addHelpText(
        'after',
        examples(['pawl library show readInvoice', 'pawl library show readInvoice --source --at 1', 'pawl library show g0a1b2c3d4e5']),
      )
      .action(async (name: string, { source, at, json }: Options) => {
        const version = at === undefined ? ok(undefined) : countIn('--at', at);
        if (!version.ok) return done(printRefusal(terminal, version.failure, json === true));
        const { showEntry } = await import('../../../app/library/show-entry.ts');
        const shown = await showEntry(terminal.cwd, name, version.value);
        if (!shown.ok) return done(printRefusal(terminal, shown.failure, json === true));
        if (json) terminal.json({ v: 1, type: 'library.shown', ...shown.value });
        else if (source) terminal.raw(shown.value.kind === 'function' ? shown.value.source : `${shown.value.text}\n`);
        else printEntry(terminal, shown.value);
        done(0);
      });
  },
};
