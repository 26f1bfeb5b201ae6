import type { RunDetail } from '../../../app/history/run-history.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import type { RunSummary } from '../../../core/views/run-summary.ts';
import { addressOf, type OutputPart, outputsOf, type StepOutput } from '../../../core/views/step-outputs.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { printRefusal } from '../print-refusal.ts';
import { quoted } from '../quoted.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly item?: string;
  readonly all?: true;
  readonly prompt?: true;
  readonly reply?: true;
  readonly gate?: true;
  readonly json?: true;
}

export const log: CliCommand = {
  register(program, terminal, done) {
    program
      .command('log')
      .description('what a step printed, replied and was told, whole')
      .argument('<run>', 'its id (pawl runs), or "last"')
      .argument('[step]', 'STEP, or STEP#2 for an iteration, STEP[3] for an item; the last iteration where none is named')
      .option('--item <n>', 'of a foreach: which item')
      .option('--all', 'every iteration, item and round')
      .option('--prompt', 'what the agent was sent')
      .option('--reply', 'only what it replied')
      .option('--gate', 'only what the gate printed')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl log last verify', "pawl log 7f3k 'fix#2' --gate", 'pawl log 7f3k fix --prompt | less']))
      .action(async (run: string, step: string | undefined, options: Options) => {
        const { withRun } = await import('../../../app/history/run-history.ts');
        const json = options.json === true;
        const logged = await withRun(terminal.cwd, run, async (detail) => {
          const chosen = choose(detail.summary, step, options);
          if ('code' in chosen) return printRefusal(terminal, chosen, json);
          return printOutputs(terminal, detail, chosen, json);
        });
        done(logged.ok ? logged.value : printRefusal(terminal, logged.failure, json));
      });
  },
};

const usage = (message: string, hint: string): Refusal => ({ code: 'cli/usage', message, hint });

function choose(summary: RunSummary, step: string | undefined, options: Options): StepOutput[] | Refusal {
  const { run } = summary;
  const steps = `its steps: ${stepsText(summary)}`;
  if (step === undefined) return usage('name a step', steps);
  const address = addressOf(summary, step);
  if (address === null) return usage(`run ${run} has no step "${step}"`, steps);
  const item = options.item === undefined ? address.item : Number(options.item);
  if (item !== null && !Number.isInteger(item)) return usage(`--item is a whole number, not "${options.item}"`, 'for example --item 3');
  const outputs = outputsOf(summary, { ...address, item }, options.all === true, wantedBy(options));
  if (outputs.length > 0) return outputs;
  const rounds = summary.steps.filter((each) => each.step === address.step);
  const iterations = rounds.at(-1)?.attempts.at(-1)?.iteration ?? 0;
  const items = Math.max(...rounds.map((each) => each.item));
  const has = [items > 0 ? `items up to ${items}` : '', iterations > 0 ? `iterations up to ${iterations}` : '']
    .filter(Boolean)
    .join(' and ');
  const failure = outputsOf(summary, { ...address, item }, options.all === true, (part) => part === 'failure');
  const otherwise =
    failure.length > 0 ? `it failed before it had one: pawl log ${run} ${quoted(step)}  says why` : 'it has printed nothing yet';
  return usage(`run ${run} has no such output of "${step}"`, has === '' || failure.length > 0 ? otherwise : `it has ${has}`);
}

/** What is asked for; where nothing is, all but what was sent. */
function wantedBy({ prompt, reply, gate }: Options): (part: OutputPart) => boolean {
  if (!prompt && !reply && !gate) return (part) => part !== 'prompt';
  return (part) => (part === 'prompt' ? prompt === true : part === 'gate' ? gate === true : part !== 'failure' && reply === true);
}

function stepsText({ steps }: RunSummary): string {
  const ids = [...new Set(steps.map(({ step }) => step))];
  return ids.length === 0 ? 'none has begun yet' : `${ids.slice(0, 30).join(', ')}${ids.length > 30 ? ` and ${ids.length - 30} more` : ''}`;
}

/** One output goes to stdout byte for byte; of several each has a heading before it and ends with its line, so that a pipe tells them apart. */
async function printOutputs(
  terminal: Terminal,
  { bytes, summary }: RunDetail,
  outputs: readonly StepOutput[],
  json: boolean,
): Promise<number> {
  for (const output of outputs) {
    const read = await bytes(output.value);
    if (!read.ok) return printRefusal(terminal, read.failure, json);
    if (json) {
      const { step, item, iteration, part, end } = output;
      terminal.json({ v: 1, type: 'output', run: summary.run, step, item, iteration, part, end, ...asJson(read.value) });
      continue;
    }
    const isOne = outputs.length === 1;
    if (!isOne) terminal.out(terminal.style('dim', `── ${titleOf(output)}`));
    terminal.raw(read.value);
    // The next heading, and on a screen the next prompt, would stand behind the last line.
    if ((!isOne || terminal.interactive) && read.value.length > 0 && read.value.at(-1) !== 10) terminal.out('');
  }
  return 0;
}

function titleOf({ step, item, iteration, part }: StepOutput): string {
  return `${step}${item === 0 ? '' : `[${item}]`}${iteration === 0 ? '' : `#${iteration}`} ${part}`;
}

/** Text where the bytes are UTF-8, else base64. */
function asJson(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}
