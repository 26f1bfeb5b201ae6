import { Option } from 'commander';
import type { LibraryFilter } from '../../../app/library/library-row.ts';
import { effectClasses } from '../../../core/model/effect-class.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { LibraryCommand } from './library-command.ts';
import { printRows } from './print-rows.ts';

export const list: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('list')
      .description('what the library has: functions, then guidance')
      .addOption(new Option('--kind <kind>', 'one of them alone').choices(['function', 'guidance']))
      .addOption(new Option('--status <status>', 'how it stands').choices(['active', 'stale', 'archived', 'deleted']))
      .addOption(new Option('--effect <class>', 'functions of this effect class').choices(effectClasses))
      .option('--tag <tag>', 'functions with this tag')
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        examples(['pawl library list', 'pawl library list --status stale', 'pawl library list --status deleted --json']),
      )
      .action(async ({ json, effect, ...filter }: LibraryFilter & { json?: true; effect?: LibraryFilter['effectClass'] }) => {
        const { listLibrary } = await import('../../../app/library/list-library.ts');
        const rows = await listLibrary(terminal.cwd, { ...filter, ...(effect === undefined ? {} : { effectClass: effect }) });
        if (!rows.ok) return done(printRefusal(terminal, rows.failure, json === true));
        printRows(terminal, rows.value, json === true, 'Nothing here.  pawl library add FILE  stores a function.');
        done(0);
      });
  },
};
