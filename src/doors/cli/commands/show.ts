import type { RunDetail } from '../../../app/history/run-history.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import type { Result } from '../../../core/model/result.ts';
import type { Value } from '../../../core/model/value.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { summaryJson } from '../../../core/views/summary-json.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { printRun } from '../print-run.ts';
import { jsonOf } from '../progress/json-lines.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly output?: string;
  readonly follow?: true;
  readonly all?: true;
  readonly events?: true;
  readonly json?: true;
}

export const show: CliCommand = {
  register(program, terminal, done) {
    program
      .command('show')
      .description('what a run did: steps, iterations, gates, commits, cost, and what to do next')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--follow', 'go on showing it while it goes on (Ctrl-C leaves the run alone)')
      .option('--all', 'leave nothing out, however long it is')
      .option('--output <step>', 'print the whole output of one step, as commands got it')
      .option('--events', 'the events of its journal, one JSON object a line')
      .option('--json', 'one JSON object that sums it up; with --follow the events as they come in')
      .addHelpText(
        'after',
        examples(['pawl show last', 'pawl show 7f3k --follow', 'pawl show 7f3k --output baseline', 'pawl show 7f3k --json']),
      )
      .action(async (run: string, options: Options) => {
        const shown = options.follow ? await follow(terminal, run, options) : await showOnce(terminal, run, options);
        done(shown.ok ? shown.value : printRefusal(terminal, shown.failure, options.json === true));
      });
  },
};

async function showOnce(terminal: Terminal, run: string, options: Options): Promise<Result<number, Refusal>> {
  const { withRun } = await import('../../../app/history/run-history.ts');
  return withRun(terminal.cwd, run, async (detail) => {
    if (options.output !== undefined) return printOutput(terminal, detail, options.output, options.json === true);
    if (options.events) for (const stored of detail.events) terminal.json(jsonOf(stored));
    else if (options.json) terminal.json(summaryJson(detail.summary, detail.life, detail.question));
    else await printRun(terminal, detail, options.all);
    return 0;
  });
}

async function follow(terminal: Terminal, run: string, options: Options): Promise<Result<number, Refusal>> {
  const { followStored } = await import('../follow-stored.ts');
  return followStored(terminal, run, options.json === true || options.events === true);
}

async function printOutput(terminal: Terminal, { summary, text }: RunDetail, step: string, json: boolean): Promise<number> {
  const output = outputOf(summary, step);
  if (output === null) {
    const message = `run ${summary.run} has no output of a step "${step}"`;
    const hint = `steps: ${[...new Set(summary.steps.map((each) => each.step))].join(', ')}`;
    return printRefusal(terminal, { code: 'cli/usage', message, hint }, json);
  }
  const read = await text(output);
  if (!read.ok) return printRefusal(terminal, read.failure, json);
  terminal.raw(read.value);
  return 0;
}

/** What commands got of a step; where it never ended well, what its last try printed or replied: that is what one looks for then. */
function outputOf(summary: RunSummary, id: string): Value | null {
  const rounds = summary.steps.filter((step) => step.step === id && step.item === 0);
  const result = rounds.findLast((step) => step.result?.ok)?.result;
  if (result?.ok) return result.output;
  return rounds.at(-1)?.attempts.at(-1)?.reply ?? null;
}
