import type { Collected } from '../../../app/upkeep/collect-garbage.ts';
import { durationMsOf } from '../../../core/model/duration.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly olderThan: string;
  readonly interrupted?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export const gc: CliCommand = {
  register(program, terminal, done) {
    program
      .command('gc')
      .description('remove what old runs keep: journals, recorded states, outputs (commits and branches stay)')
      .option('--older-than <duration>', 'runs whose last event is older than that', '14d')
      .option('--interrupted', 'also old runs that never finished: they can then not be undone any more')
      .option('--dry-run', 'say what would go; remove nothing')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl gc --dry-run', 'pawl gc --older-than 2h', 'pawl gc --older-than 30d --interrupted']))
      .action(async ({ olderThan, interrupted, dryRun, json }: Options) => {
        const olderThanMs = durationMsOf(olderThan);
        if (olderThanMs === null) {
          const message = `"${olderThan}" is no duration`;
          return done(printRefusal(terminal, { code: 'cli/usage', message, hint: 'for example 14d, 2h or 30m' }, json === true));
        }
        const { collectGarbage } = await import('../../../app/upkeep/collect-garbage.ts');
        const collecting = { olderThanMs, interrupted: interrupted === true, dryRun: dryRun === true };
        const collected = await collectGarbage(terminal.cwd, collecting);
        if (!collected.ok) return done(printRefusal(terminal, collected.failure, json === true));
        if (json) terminal.json({ v: 1, type: 'gc', dryRun: collecting.dryRun, ...collected.value });
        else printCollected(terminal, collected.value, collecting.dryRun);
        done(0);
      });
  },
};

function printCollected(terminal: Terminal, { runs, interrupted, blobs, bytes }: Collected, dryRun: boolean): void {
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  terminal.out(`${dryRun ? 'would remove' : 'removed'} ${counted(runs.length, 'run')} and ${counted(blobs, 'blob')} (${size})`);
  if (interrupted.length === 0) return;
  terminal.out(`  stay, as they never finished: ${interrupted.join(', ')}`);
  terminal.out('  pawl undo RUN  puts back what one left; pawl gc --interrupted  removes them too');
}
