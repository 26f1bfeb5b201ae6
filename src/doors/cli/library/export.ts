import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { collected, type LibraryCommand } from './library-command.ts';
import { someNames } from './some-names.ts';

interface Options {
  readonly only: readonly string[];
  readonly license?: string;
  readonly allowedTools?: string;
  readonly json?: true;
}

export const exporting: LibraryCommand = {
  register(library, terminal, done) {
    library
      .command('export')
      .description('write functions and guidance as Agent Skills, a folder with a SKILL.md each')
      .argument('<folder>', 'where to; must not be there yet')
      .option('--only <name>', 'a function, or the id of guidance (again for more); else all', collected, [])
      .option('--license <text>', 'a license, for the skills’ headers')
      .option('--allowed-tools <list>', 'tools that agents may use with them, for the skills’ headers')
      .option('--json', 'one JSON object')
      .addHelpText('after', examples(['pawl library export skills', 'pawl library export .claude/skills --only readInvoice --license MIT']))
      .action(async (folder: string, { only, license, allowedTools, json }: Options) => {
        const { exportSkills } = await import('../../../app/library/export-skills.ts');
        const made = await exportSkills(terminal.cwd, folder, { only, license: license ?? null, allowedTools: allowedTools ?? null });
        if (!made.ok) return done(printRefusal(terminal, made.failure, json === true));
        if (json) terminal.json({ v: 1, type: 'library.export', ...made.value });
        else
          terminal.out(
            `wrote ${made.value.skills.length} skill${made.value.skills.length === 1 ? '' : 's'} to ${made.value.folder}: ${someNames(made.value.skills)}`,
          );
        done(0);
      });
  },
};
