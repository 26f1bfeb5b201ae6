import type { Value } from '../../../core/model/value.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { printRun } from '../print-run.ts';
import { jsonOf } from '../progress/json-lines.ts';

export const show: CliCommand = {
  register(program, terminal, done) {
    program
      .command('show')
      .description('what a run did: steps, iterations, gates, commits, cost, and what to do next')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .option('--output <step>', 'print the whole output of one step, as commands got it')
      .option('--json', 'its events, one JSON object a line')
      .addHelpText('after', examples(['pawl show last', 'pawl show 7f3k --output baseline', 'pawl show 7f3k --json']))
      .action(async (run: string, options: { output?: string; json?: true }) => {
        const { withRun } = await import('../../../app/run-history.ts');
        const shown = await withRun(terminal.cwd, run, async (detail) => {
          if (options.output !== undefined) {
            const output = outputOf(detail.summary, options.output);
            if (output === null) {
              return printRefusal(
                terminal,
                {
                  code: 'cli/usage',
                  message: `run ${detail.summary.run} has no output of a step "${options.output}"`,
                  hint: `steps: ${[...new Set(detail.summary.steps.map((step) => step.step))].join(', ')}`,
                },
                options.json === true,
              );
            }
            const text = await detail.text(output);
            if (!text.ok) return printRefusal(terminal, text.failure, options.json === true);
            terminal.raw(text.value);
            return 0;
          }
          if (options.json) for (const stored of detail.events) terminal.json(jsonOf(stored));
          else printRun(terminal, detail.summary, detail.life);
          return 0;
        });
        done(shown.ok ? shown.value : printRefusal(terminal, shown.failure, options.json === true));
      });
  },
};

/** What commands got of a step; where it never ended well, what its last try printed or replied: that is what one looks for then. */
function outputOf(summary: RunSummary, id: string): Value | null {
  const rounds = summary.steps.filter((step) => step.step === id);
  const result = rounds.findLast((step) => step.result?.ok)?.result;
  if (result?.ok) return result.output;
  return rounds.at(-1)?.attempts.at(-1)?.reply ?? null;
}
