import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';

const waitMs = 15_000;

export const cancel: CliCommand = {
  register(program, terminal, done) {
    program
      .command('cancel')
      .description('end a running run cleanly, from another terminal')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--say <why>', 'why, for its journal and its ending')
      .option('--anyway', 'also when more than files has changed since its process was gone (recorded first)')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl cancel 7f3k', 'pawl cancel 7f3k --say "it goes the wrong way"']))
      .action(async (run: string, options: { say?: string; anyway?: true; json?: true }) => {
        const { cancelRun } = await import('../../../app/settle/cancel-run.ts');
        const cancelled = await cancelRun(terminal.cwd, run, { waitMs, anyway: options.anyway === true, reason: options.say ?? null });
        if (!cancelled.ok) return done(printRefusal(terminal, cancelled.failure, options.json === true));
        const { run: id, isAct, status, said } = cancelled.value;
        for (const sentence of said) {
          if (options.json) terminal.errJson({ v: 1, type: 'warning', message: sentence });
          else terminal.out(`${terminal.style('yellow', '!')} ${sentence}`);
        }
        if (options.json) terminal.json({ v: 1, type: 'run.cancel', run: id, status });
        else if (status === null) terminal.out(`run ${id} has been asked to end and is still at it; pawl show ${id}  says when it has`);
        else {
          const left = isAct ? `what it did stays (pawl undo ${id}  puts it back)` : 'the workspace is at the last kept state';
          terminal.out(`${terminal.style('green', '✓')} run ${id} has ended (${status}); ${left}`);
        }
        done(0);
      });
  },
};
