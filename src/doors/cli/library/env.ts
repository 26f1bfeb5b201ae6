import type { Command } from 'commander';
import type { AppliedSet } from '../../../app/library/apply-edits.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import type { Result } from '../../../core/model/result.ts';
import { examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import type { LibraryCommand } from './library-command.ts';
import { printApplied } from './print-applied.ts';

type Json = { readonly json?: true };

export const env: LibraryCommand = {
  register(library, terminal, done) {
    const group = library
      .command('env')
      .description('pinned sets of npm packages that functions share')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl library env', 'pawl library env add dates dayjs', 'pawl library env update dates dayjs@2']))
      .action(async ({ json }: Json) => done(await listed(terminal, json === true)));
    const change = (verb: 'delete' | 'restore', about: string) =>
      group
        .command(verb)
        .description(about)
        .argument('<name>')
        .option('--json', 'one JSON object')
        .action(async (name: string, _: Json, command: Command) => {
          const { deleteEnvironment, restoreEnvironment } = await import('../../../app/library/environments.ts');
          const applied = await (verb === 'delete' ? deleteEnvironment : restoreEnvironment)(terminal.cwd, name);
          done(printApplied(terminal, applied, `${verb}d the environment ${name}`, command.optsWithGlobals<Json>().json === true));
        });
    const install = (verb: 'add' | 'update', about: string) =>
      group
        .command(verb)
        .description(about)
        .argument('<name>', 'small letters, digits and dashes')
        .argument('<packages...>', 'as npm takes them; install scripts are not run')
        .option('--json', 'one JSON object')
        .action(async (name: string, packages: string[], _: Json, command: Command) => {
          const applied = await installed(terminal, verb, name, packages);
          done(printApplied(terminal, applied, `pinned the environment ${name}`, command.optsWithGlobals<Json>().json === true));
        });
    install('add', 'install packages and pin them under a name');
    install('update', 'add packages to one, or other versions of them: its next version');
    change('delete', 'take one out that no function uses');
    change('restore', 'bring a deleted one back');
  },
};

async function installed(
  terminal: Terminal,
  verb: 'add' | 'update',
  name: string,
  packages: readonly string[],
): Promise<Result<AppliedSet, Refusal>> {
  const { addEnvironment, updateEnvironment } = await import('../../../app/library/environments.ts');
  return (verb === 'add' ? addEnvironment : updateEnvironment)(terminal.cwd, { name, packages, env: terminal.env });
}

async function listed(terminal: Terminal, json: boolean): Promise<number> {
  const { listEnvironments } = await import('../../../app/library/environments.ts');
  const found = await listEnvironments(terminal.cwd);
  if (!found.ok) return printRefusal(terminal, found.failure, json);
  if (found.value.length === 0 && !json) terminal.out('There are none.  pawl library env add NAME PACKAGE…  makes one.');
  for (const { name, version, packages, functions } of found.value) {
    if (json) terminal.json({ v: 1, type: 'library.environment', name, version, packages, functions });
    else
      terminal.out(
        `${name}  version ${version}: ${packages.join(', ')}${functions.length === 0 ? '' : `  (used by ${functions.join(', ')})`}`,
      );
  }
  return 0;
}
