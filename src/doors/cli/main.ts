import { Command, CommanderError } from 'commander';
import type { CliCommand } from './cli-command.ts';
import { commands } from './commands/index.ts';
import { packageVersion } from './package-version.ts';
import { printRefusal } from './print-refusal.ts';
import { processTerminal } from './terminal.ts';

/** Runs one command line (without node and script) and gives its exit code. Rejects only on a bug of ours. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  let exitCode = 0;
  const program = new Command('pawl')
    .description('A ratchet for agent work: what moves forward is kept, the rest is put back exactly.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addHelpText(
      'after',
      '\n`pawl COMMAND --help` says more, with examples.\nExit codes: 0 done, 1 the work failed, 2 misuse, 3 stuck, exhausted or out of\nbudget with --strict, 4 waiting for a person, 130 cancelled.',
    );
  // The one that is asked for, where that is plain: to declare all with all their options takes 5 ms of every start.
  const [name = ''] = argv;
  for (const command of Object.hasOwn(commands, name) ? [commands[name] as CliCommand] : Object.values(commands)) {
    command.register(program, terminal, (code) => {
      exitCode = code;
    });
  }
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  if (argv.length === 0) {
    terminal.raw(program.helpInformation());
    terminal.raw('\nFirst time here?  pawl demo  shows it at work in a scratch repository.\n');
    return 2;
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const asked = program.commands.find((command) => command.name() === argv[0]);
    // A command that has commands of its own, and none was named.
    if (error.code === 'commander.help' && asked !== undefined) {
      terminal.raw(asked.helpInformation());
      return 2;
    }
    const named = asked?.name();
    const message = error.message
      .replace(/^error: /, '')
      .replace(/\n\(Did/, ' (did')
      .trim();
    return printRefusal(
      terminal,
      { code: 'cli/usage', message, hint: named ? `pawl ${named} --help` : 'pawl --help' },
      argv.includes('--json'),
    );
  }
}
