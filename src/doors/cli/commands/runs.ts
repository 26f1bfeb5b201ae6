import type { RunLife, RunList } from '../../../app/history/run-history.ts';
import { usdOf } from '../../../core/model/money.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { triesText } from '../../../core/views/story-text.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { listedMomentText } from '../clock-text.ts';
import { moneyText } from '../money-text.ts';
import { printRefusal } from '../print-refusal.ts';
import type { Terminal } from '../terminal.ts';
import { clipped, visibleText } from '../visible-text.ts';
import { wrapped } from '../wrapped.ts';

export const runs: CliCommand = {
  register(program, terminal, done) {
    program
      .command('runs')
      .description('the runs made in this folder, newest first')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl runs', 'pawl runs --json | head -1']))
      .action(async (options: { json?: true }) => {
        const { listRuns } = await import('../../../app/history/run-history.ts');
        const listed = await listRuns(terminal.cwd);
        if (!listed.ok) return done(printRefusal(terminal, listed.failure, options.json === true));
        const { rows, damage } = listed.value;
        if (rows.length === 0 && damage === null && !options.json)
          terminal.out('No run has been made here yet.  pawl run self-test "npm test"  makes one.');
        if (options.json) for (const { summary, life } of rows) terminal.json(jsonRow(summary, life));
        else printRows(terminal, rows);
        done(damage === null ? 0 : printRefusal(terminal, damage, options.json === true));
      });
  },
};

/** Columns as wide as what stands in them; how a run stands is the last, and goes on below itself where the line is full. */
function printRows(terminal: Terminal, rows: RunList['rows']): void {
  const nowMs = Date.now();
  const told = rows.map(({ summary, life }) => ({
    run: summary.run,
    name: clipped(visibleText(summary.workflow), longestName),
    when: listedMomentText(summary.startedAtMs, nowMs),
    cost: costOf(summary),
    state: rowText(summary, life),
  }));
  const widest = (column: 'run' | 'name' | 'cost') => Math.max(0, ...told.map((row) => row[column].length));
  const [run, name, cost] = [widest('run'), widest('name'), widest('cost')];
  for (const row of told) {
    const start = `  ${row.run.padEnd(run)}  ${row.name.padEnd(name)}  `;
    const margin = start.length + row.when.length + cost + (cost > 0 ? 4 : 2);
    const [first = '', ...more] = wrapped(row.state, Math.max(20, terminal.columns - margin));
    terminal.out(`${start}${terminal.style('dim', row.when)}  ${cost > 0 ? `${row.cost.padStart(cost)}  ` : ''}${first}`);
    for (const line of more) terminal.out(`${' '.repeat(margin)}${line}`);
  }
}

const longestName = 16;

const costOf = ({ totals, cost, settings }: RunSummary): string => {
  const spent = totals ?? cost;
  return totals === null && spent.calls === 0 ? '' : moneyText(spent, settings?.runner);
};

function rowText({ ending, totals, taken, paused }: RunSummary, life: RunLife): string {
  const words: Record<RunLife, string> = {
    running: paused === null ? 'running' : `paused by ${paused} (pawl resume)`,
    waiting: 'waits for you (pawl approve)',
    interrupted: 'interrupted (pawl resume)',
    finished: ending === null ? 'interrupted' : ending.outcome === 'completed' ? 'finished' : ending.outcome,
  };
  const counts =
    totals === null ? [] : [totals.commits > 0 ? `${totals.commits} committed` : '', totals.undone > 0 ? triesText(totals.undone) : ''];
  return [words[life], ...counts, taken ?? ''].filter(Boolean).join(', ');
}

function jsonRow(summary: RunSummary, life: RunLife): object {
  const { run, workflow, startedAtMs, ending, totals, cost, tip, taken } = summary;
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
    costUsd: usdOf((totals ?? cost).nanoUsd),
  };
}
