import { durationMsOf } from '../../../core/model/duration.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';

export const gc: CliCommand = {
  register(program, terminal, done) {
    program
      .command('gc')
      .description('remove what old runs keep: journals, recorded states, outputs (commits and branches stay)')
      .option('--older-than <duration>', 'runs whose last event is older than that', '14d')
      .option('--dry-run', 'say what would go; remove nothing')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl gc --dry-run', 'pawl gc --older-than 2h']))
      .action(async (options: { olderThan: string; dryRun?: true; json?: true }) => {
        const olderThanMs = durationMsOf(options.olderThan);
        if (olderThanMs === null) {
          return done(
            printRefusal(
              terminal,
              { code: 'cli/usage', message: `"${options.olderThan}" is no duration`, hint: 'for example 14d, 2h or 30m' },
              options.json === true,
            ),
          );
        }
        const { collectGarbage } = await import('../../../app/collect-garbage.ts');
        const collected = await collectGarbage(terminal.cwd, olderThanMs, options.dryRun === true);
        if (!collected.ok) return done(printRefusal(terminal, collected.failure, options.json === true));
        const { runs, blobs, bytes } = collected.value;
        if (options.json) terminal.json({ v: 1, type: 'gc', dryRun: options.dryRun === true, ...collected.value });
        else
          terminal.out(
            `${options.dryRun ? 'would remove' : 'removed'} ${runs.length} runs and ${blobs} blobs (${(bytes / 1e6).toFixed(1)} MB)`,
          );
        done(0);
      });
  },
};
