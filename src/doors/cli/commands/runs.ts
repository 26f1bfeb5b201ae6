import { usdOf } from '../../../core/model/money.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';

export const runs: CliCommand = {
  register(program, terminal, done) {
    program
      .command('runs')
      .description('the runs made in this folder, newest first')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl runs', 'pawl runs --json | head -1']))
      .action(async (options: { json?: true }) => {
        const { listRuns } = await import('../../../app/run-history.ts');
        const rows = await listRuns(terminal.cwd);
        if (!rows.ok) return done(printRefusal(terminal, rows.failure, options.json === true));
        if (rows.value.length === 0 && !options.json)
          terminal.out('No run has been made here yet.  pawl run self-test "npm test"  makes one.');
        for (const { summary, life } of rows.value) {
          if (options.json) terminal.json(jsonRow(summary, life));
          else
            terminal.out(
              `  ${summary.run.padEnd(6)} ${summary.workflow.padEnd(16)} ${stateText(summary, life).padEnd(34)} ${moneyText(summary).padStart(8)}   ${terminal.style('dim', new Date(summary.startedAtMs).toLocaleString('sv-SE'))}`,
            );
        }
        done(0);
      });
  },
};

const moneyText = ({ totals }: RunSummary): string => (totals === null ? '' : `$${usdOf(totals.nanoUsd).toFixed(2)}`);

function stateText({ ending, totals, taken }: RunSummary, life: string): string {
  if (ending === null || totals === null) return life === 'interrupted' ? 'interrupted (its process is gone)' : life;
  const word = ending.outcome === 'completed' ? 'finished' : ending.outcome;
  return [word, totals.commits > 0 ? `${totals.commits} committed` : '', totals.undone > 0 ? `${totals.undone} undone` : '', taken ?? '']
    .filter(Boolean)
    .join(', ');
}

function jsonRow(summary: RunSummary, life: string): object {
  const { run, workflow, startedAtMs, ending, totals, tip, taken } = summary;
  const startedAt = new Date(startedAtMs).toISOString();
  return {
    v: 1,
    type: 'run',
    run,
    workflow,
    life,
    startedAt,
    status: ending?.status ?? null,
    outcome: ending?.outcome ?? null,
    taken,
    commit: tip?.commit ?? null,
    totals,
    costUsd: totals === null ? null : usdOf(totals.nanoUsd),
  };
}
