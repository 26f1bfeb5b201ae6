import { readFile } from 'node:fs/promises';
import { agentNames } from '../../../app/agent-names.ts';
import { durationMsOf } from '../../../core/model/duration.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { type FollowedRun, followRun } from '../follow-run.ts';
import { printRefusal } from '../print-refusal.ts';
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
      .argument('[input]', 'what it works on: {{input}} in prompts, $PAWL_INPUT in commands')
      .option('--agent <name>', `who answers prompts: ${agentNames.join(', ')}; else the first one found`)
      .option('--script <file>', 'the replies of a scripted agent (no model)')
      .option('--unsafe-agent', 'let the agent skip its own permission checks')
      .option('--input-file <file>', 'read the input from a file instead')
      .option('--budget <usd>', 'stop when so many dollars are spent')
      .option('--jobs <n>', 'parallel steps at once', '4')
      .option('--timeout <duration>', 'for each command and each gate', '10m')
      .option('--prompt-timeout <duration>', 'for each call of the agent', '60m')
      .option('--no-branch', 'commit where you are, not on a branch of the run')
      .option('--strict', 'exit with 3 when a loop ended stuck or exhausted, or the budget stopped the run')
      .option('--dry-run', 'print the steps in order; run nothing, ask nobody')
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        examples([
          'pawl run self-test "npm test"',
          'pawl run fix.yml --budget 2 --agent claude',
          'pawl run research "which YAML parsers keep comments?" --json',
        ]),
      )
      .action(async (workflow: string, given: string | undefined, options: Options) => {
        const read = await inputOf(given, options.inputFile);
        if (!read.ok) return done(printRefusal(terminal, read.failure, options.json === true));
        const input = read.value;
        done(options.dryRun ? await dryRun(terminal, workflow, input, options) : await runIt(terminal, workflow, input, options));
      });
  },
};

async function dryRun(terminal: Terminal, workflow: string, input: string, options: Options): Promise<number> {
  const { walkWorkflow } = await import('../../../app/walk-workflow.ts');
  const walked = await walkWorkflow(workflow, input, terminal.cwd);
  if (!walked.ok) return printRefusal(terminal, walked.failure, options.json === true);
  for (const line of walked.value) {
    if (options.json) terminal.json({ v: 1, type: 'dry-run.step', ...line });
    else terminal.out(`${line.depth === 1 ? '  ' : ''}▸ ${line.step.padEnd(14)} ${line.detail}`);
  }
  return 0;
}

async function runIt(terminal: Terminal, workflow: string, input: string, options: Options): Promise<number> {
  const json = options.json === true;
  const request = requestOf(terminal, workflow, input, options);
  if ('code' in request) return printRefusal(terminal, request, json);
  const followed = await followRun(terminal, request, json);
  if (!followed.ok) return printRefusal(terminal, followed.failure, json);
  const { status, outcome } = followed.value;
  if (status === 'cancelled') return 130;
  if (options.strict && (outcome === 'stuck' || outcome === 'exhausted' || outcome === 'budget')) return 3;
  return status === 'failed' ? 1 : 0;
}

const usage = (message: string, hint: string): Refusal => ({ code: 'cli/usage', message, hint });

async function inputOf(given: string | undefined, file: string | undefined): Promise<Result<string, Refusal>> {
  if (file === undefined) return ok(given ?? '');
  if (given !== undefined) {
    return fail(usage('an input was given twice: as an argument and with --input-file', 'leave one of the two out'));
  }
  try {
    return ok(await readFile(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail(usage(`the input file ${file} cannot be read (${code})`, 'give the path of a text file'));
  }
}

function requestOf(terminal: Terminal, workflow: string, input: string, options: Options): FollowedRun | Refusal {
  const commandTimeoutMs = durationMsOf(options.timeout);
  const promptTimeoutMs = durationMsOf(options.promptTimeout);
  const jobs = Number(options.jobs);
  if (commandTimeoutMs === null || promptTimeoutMs === null)
    return usage('a timeout is a number with its unit', 'for example 90s, 10m or 2h');
  if (!Number.isInteger(jobs) || jobs < 1) return usage(`--jobs is a whole number from 1, not "${options.jobs}"`, 'for example --jobs 4');
  const budgetUsd = options.budget === undefined ? null : Number(options.budget);
  if (budgetUsd !== null && !(Number.isFinite(budgetUsd) && budgetUsd > 0)) {
    const message = `invalid budget: ${options.budget || '""'} is no amount above zero`;
    return { code: 'run/invalid-budget', message, hint: 'for example --budget 2.50, or leave it out for no limit' };
  }
  return {
    workflow,
    input,
    cwd: terminal.cwd,
    env: terminal.env,
    agent: options.agent ?? null,
    script: options.script ?? null,
    unsafeAgent: options.unsafeAgent === true,
    budgetUsd,
    jobs,
    commandTimeoutMs,
    promptTimeoutMs,
    ownBranch: options.branch,
  };
}
