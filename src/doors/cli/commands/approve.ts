import { type CliCommand, examples } from '../cli-command.ts';
import { nameOfUser } from '../name-of-user.ts';
import { resumeEither } from '../resume-either.ts';

interface Options {
  readonly reject?: true;
  readonly say?: string;
  readonly strict?: true;
  readonly json?: true;
}

export const approve: CliCommand = {
  register(program, terminal, done) {
    program
      .command('approve')
      .description('answer a run that waits for a person, and let it go on')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--reject', 'say no: the step fails, unless the workflow says where to go on then')
      .option('--say <words>', 'what the run is told with it')
      .option('--strict', 'exit with 3 when a loop ended stuck or exhausted, or the budget stopped the run')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl approve 7f3k', 'pawl approve last --reject --say "the changelog is missing"']))
      .action(async (run: string, options: Options) => {
        const json = options.json === true;
        const approval = { approved: options.reject !== true, words: options.say ?? '', by: nameOfUser() };
        const request = { run, cwd: terminal.cwd, env: terminal.env, approval, by: 'pawl approve' };
        done(await resumeEither(terminal, request, json, options.strict === true));
      });
  },
};
