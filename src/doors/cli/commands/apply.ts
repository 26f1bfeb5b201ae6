import { type CliCommand, examples } from '../cli-command.ts';
import { printSettled } from '../print-settled.ts';

export const apply: CliCommand = {
  register(program, terminal, done) {
    program
      .command('apply')
      .description("take a run's commits: fast-forward the branch it came from, and go back to it")
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl apply 7f3k', 'pawl apply last']))
      .action(async (run: string, options: { json?: true }) => {
        const { applyRun } = await import('../../../app/settle/apply-run.ts');
        done(printSettled(terminal, 'applied', await applyRun(terminal.cwd, run), options.json === true));
      });
  },
};
