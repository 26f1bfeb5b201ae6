import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';

const waitMs = 15_000;

export const cancel: CliCommand = {
  register(program, terminal, done) {
    program
      .command('cancel')
      .description('end a running run cleanly, from another terminal')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl cancel 7f3k']))
      .action(async (run: string, options: { json?: true }) => {
        const { cancelRun } = await import('../../../app/cancel-run.ts');
        const cancelled = await cancelRun(terminal.cwd, run, waitMs);
        if (!cancelled.ok) return done(printRefusal(terminal, cancelled.failure, options.json === true));
        const { run: id, status } = cancelled.value;
        if (options.json) terminal.json({ v: 1, type: 'run.cancel', run: id, status });
        else if (status === null) terminal.out(`run ${id} has been asked to end and is still at it; pawl show ${id}  says when it has`);
        else terminal.out(`${terminal.style('green', '✓')} run ${id} has ended (${status}); the workspace is at the last kept state`);
        done(0);
      });
  },
};
