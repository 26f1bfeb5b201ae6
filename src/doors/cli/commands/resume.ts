import { type CliCommand, examples } from '../cli-command.ts';
import { resumeEither } from '../resume-either.ts';

interface Options {
  readonly agent?: string;
  readonly script?: string;
  readonly acceptChanges?: true;
  readonly anyway?: true;
  readonly strict?: true;
  readonly json?: true;
}

export const resume: CliCommand = {
  register(program, terminal, done) {
    program
      .command('resume')
      .description('take up a run whose process is gone, or let a paused one go on')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--accept-changes', 'go on with the workflow file as it is now')
      .option('--anyway', 'also when more than files has changed since (recorded first, and said where)')
      .option('--agent <name>', 'another agent than it had')
      .option('--script <file>', 'the replies of a scripted agent (no model)')
      .option('--strict', 'exit with 3 when a loop ended stuck or exhausted, or the budget stopped the run')
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        `\nWhat was interrupted is put back and done again. Files that you have edited since go with it, as nobody can tell them from the\nstep's: they are recorded first, and it says where. It is refused when a branch, HEAD, a stash, git's configuration or hooks have\nchanged, or a merge is under way; --anyway records that too and goes on.\n${examples(['pawl resume last', 'pawl resume 7f3k --accept-changes'])}`,
      )
      .action(async (run: string, options: Options) => {
        const json = options.json === true;
        const { agent, script } = options;
        const request = {
          run,
          cwd: terminal.cwd,
          env: terminal.env,
          acceptChanges: options.acceptChanges === true,
          anyway: options.anyway === true,
          ...(agent === undefined ? {} : { agent }),
          ...(script === undefined ? {} : { script }),
        };
        done(await resumeEither(terminal, request, json, options.strict === true));
      });
  },
};
