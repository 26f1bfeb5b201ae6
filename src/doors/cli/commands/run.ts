import { readFile } from 'node:fs/promises';
import type { Opening, RunOptions } from '../../../app/run-workflow.ts';
import { durationMsOf } from '../../../core/model/duration.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import { emptySummary, summarize } from '../../../core/views/run-summary.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { openingText, printEnding } from '../print-ending.ts';
import { printRefusal } from '../print-refusal.ts';
import { jsonLines } from '../progress/json-lines.ts';
import { liveLines } from '../progress/live-lines.ts';
import { plainLines } from '../progress/plain-lines.ts';
import type { Printer } from '../progress/printer.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly agent?: string;
  readonly script?: string;
  readonly unsafeAgent?: true;
  readonly inputFile?: string;
  readonly budget?: string;
  readonly jobs: string;
  readonly timeout: string;
  readonly promptTimeout: string;
  readonly branch: boolean;
  readonly strict?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export const run: CliCommand = {
  register(program, terminal, done) {
    program
      .command('run')
      .description('run a workflow in this folder')
      .argument('<workflow>', 'its name (pawl list) or the path of its file')
      .argument('[input]', 'what it works on: {{input}} in prompts, $PAWL_INPUT in commands', '')
      .option('--agent <name>', 'who answers prompts: claude, openai or scripted; else the first one found')
      .option('--script <file>', 'the replies of a scripted agent (no model)')
      .option('--unsafe-agent', 'let the agent skip its own permission checks')
      .option('--input-file <file>', 'read the input from a file instead')
      .option('--budget <usd>', 'stop when so many dollars are spent')
      .option('--jobs <n>', 'parallel steps at once', '4')
      .option('--timeout <duration>', 'for each command and each gate', '10m')
      .option('--prompt-timeout <duration>', 'for each call of the agent', '60m')
      .option('--no-branch', 'commit where you are, not on a branch of the run')
      .option('--strict', 'exit with 3 when a loop ended stuck or exhausted')
      .option('--dry-run', 'print the steps in order; run nothing, ask nobody')
      .option('--json', 'one JSON object a line')
      .addHelpText('after', examples(['pawl run self-test "npm test"', 'pawl run fix.yml --budget 2 --agent claude', 'pawl run research "which YAML parsers keep comments?" --json']))
      .action(async (workflow: string, input: string, options: Options) => {
        done(options.dryRun ? await dryRun(terminal, workflow, input, options) : await runIt(terminal, workflow, input, options));
      });
  },
};

async function dryRun(terminal: Terminal, workflow: string, input: string, options: Options): Promise<number> {
  const { walkWorkflow } = await import('../../../app/walk-workflow.ts');
  const walked = await walkWorkflow(workflow, input, terminal.cwd);
  if (!walked.ok) return printRefusal(terminal, walked.failure, options.json === true);
  for (const line of walked.value) terminal.out(options.json ? JSON.stringify({ v: 1, type: 'dry-run.step', ...line }) : `${line.depth === 1 ? '  ' : ''}▸ ${line.step.padEnd(14)} ${line.detail}`);
  return 0;
}

async function runIt(terminal: Terminal, workflow: string, input: string, options: Options): Promise<number> {
  const json = options.json === true;
  const request = await requestOf(terminal, workflow, input, options);
  if ('code' in request) return printRefusal(terminal, request, json);
  const { runWorkflow } = await import('../../../app/run-workflow.ts');
  const interrupts = onInterrupt(terminal, json);
  let opening: Opening | null = null;
  let printer: Printer = json ? jsonLines(terminal) : plainLines(terminal);
  let summary = emptySummary;
  const result = await runWorkflow({
    ...request,
    signal: interrupts.signal,
    observer: {
      opened(facts) {
        opening = facts;
        if (json) return;
        terminal.out(openingText(facts));
        for (const note of facts.report.notes) terminal.out(terminal.style('dim', `  ${note}`));
        terminal.out('');
        if (terminal.interactive) printer = liveLines(terminal, facts.agent?.split(' ')[0] ?? null);
      },
      event(stored) {
        printer.event(stored);
        if (json) return;
        summary = summarize(summary, stored);
        // Only what is still open, and what ended last, is looked at in the end: a long run's steps need not be held.
        if (summary.steps.length > 64) summary = { ...summary, steps: summary.steps.filter((step) => step.result === null || step.kind === 'loop').slice(-32) };
      },
      activity: (step, line) => printer.activity(step, line),
    },
  });
  printer.close();
  interrupts.close();
  if (!result.ok) return printRefusal(terminal, result.failure, json);
  if (!json && opening !== null) printEnding(terminal, opening, summary, result.value);
  const { status, outcome } = result.value;
  if (status === 'cancelled') return 130;
  if (options.strict && (outcome === 'stuck' || outcome === 'exhausted')) return 3;
  return status === 'failed' ? 1 : 0;
}

type Requested = Omit<RunOptions, 'signal' | 'observer'>;

async function requestOf(terminal: Terminal, workflow: string, input: string, options: Options): Promise<Requested | Refusal> {
  const usage = (message: string, hint: string): Refusal => ({ code: 'cli/usage', message, hint });
  const commandTimeoutMs = durationMsOf(options.timeout);
  const promptTimeoutMs = durationMsOf(options.promptTimeout);
  const jobs = Number(options.jobs);
  if (commandTimeoutMs === null || promptTimeoutMs === null) return usage('a timeout is a number with its unit', 'for example 90s, 10m or 2h');
  if (!Number.isInteger(jobs) || jobs < 1) return usage(`--jobs is a whole number from 1, not "${options.jobs}"`, 'for example --jobs 4');
  let text = input;
  if (options.inputFile !== undefined) {
    const read = await readFile(options.inputFile, 'utf8').catch((error: NodeJS.ErrnoException) => error);
    if (read instanceof Error) return usage(`the input file ${options.inputFile} cannot be read (${read.code})`, 'give the path of a text file');
    text = read;
  }
  return {
    workflow,
    input: text,
    cwd: terminal.cwd,
    env: terminal.env,
    agent: options.agent ?? null,
    script: options.script ?? null,
    unsafeAgent: options.unsafeAgent === true,
    budgetUsd: options.budget === undefined ? null : Number(options.budget),
    jobs,
    commandTimeoutMs,
    promptTimeoutMs,
    ownBranch: options.branch,
  };
}

/** Ctrl-C once ends the run cleanly; twice ends this process at once. */
function onInterrupt(terminal: Terminal, json: boolean): { signal: AbortSignal; close(): void } {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(130);
    if (!json) terminal.err('\nending the run cleanly: the workspace goes back to the last kept state (once more: at once)');
    controller.abort(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    close() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}
