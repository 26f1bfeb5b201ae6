import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { visibleText } from '../visible-text.ts';
import type { LibraryCommand } from './library-command.ts';

export const doctor: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('doctor')
      .description('what of the library wants a look: stale, broken, the same twice, never used')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl library doctor']))
      .action(async ({ json }: { json?: true }) => {
        const { libraryDoctor } = await import('../../../app/library/library-doctor.ts');
        const troubles = await libraryDoctor(terminal.cwd);
        if (!troubles.ok) return done(printRefusal(terminal, troubles.failure, json === true));
        if (troubles.value.length === 0 && !json) terminal.out('nothing wants a look');
        for (const trouble of troubles.value) {
          if (json) terminal.json({ v: 1, type: 'library.trouble', ...trouble });
          else {
            terminal.out(`${terminal.style('yellow', '!')} ${visibleText(trouble.found)}`);
            terminal.out(`    ${trouble.hint}`);
          }
        }
        done(0);
      });
  },
};
