import { type CliCommand, examples } from '../cli-command.ts';
import { printSettled } from '../print-settled.ts';

export const undo: CliCommand = {
  register(program, terminal, done) {
    program
      .command('undo')
      .description('put everything back to before a run: files, staging, branch')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--anyway', 'also when something differs from what the run recorded last')
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        `\nIt is refused when something has changed since the run ended; and, after a run\nthat did not finish, when anything differs from what it recorded last, as that\nmay be yours. --anyway undoes that too. What is left is recorded first, always.\n${examples(['pawl undo 7f3k', 'pawl undo last --anyway'])}`,
      )
      .action(async (run: string, options: { anyway?: true; json?: true }) => {
        const { undoRun } = await import('../../../app/settle/undo-run.ts');
        done(printSettled(terminal, 'undone', await undoRun(terminal.cwd, run, options.anyway === true), options.json === true));
      });
  },
};
