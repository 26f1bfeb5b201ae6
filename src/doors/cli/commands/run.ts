import { readFile } from 'node:fs/promises';
import { agentNames } from '../../../app/agents/agent-names.ts';
import { durationMsOf } from '../../../core/model/duration.ts';
import type { Refusal } from '../../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { type CliCommand, examples } from '../cli-command.ts';
import { type FollowedRun, followRun } from '../follow-run.ts';
import { printRefusal } from '../print-refusal.ts';
import { exitCodeOfRun } from '../run-exit-code.ts';
import type { Terminal } from '../terminal.ts';

interface Options {
  readonly agent?: string;
  readonly script?: string;
  readonly unsafeAgent?: true;
  readonly inputFile?: string;
  readonly budget?: string;
  readonly allowUnpriced?: true;
  readonly record?: string;
  readonly replay?: string;
  readonly anyPrompt?: true;
  readonly jobs?: string;
  readonly timeout?: string;
  readonly promptTimeout?: string;
  readonly runTimeout?: string;
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
      .option('--agent <name>', `who answers prompts: ${agentNames.join(', ')}; else whom pawl.yml names, else the first one found`)
      .option('--script <file>', 'the replies of a scripted agent (no model)')
      .option('--unsafe-agent', 'let the agent skip its own permission checks')
      .option('--input-file <file>', 'read the input from a file instead')
      .option('--budget <usd>', 'stop when so many dollars are spent')
      .option('--allow-unpriced', 'with a limit in money, also ask models without a known price, which it does not count')
      .option('--record <file>', 'write down every reply, with the files that it changed')
      .option('--replay <file>', 'answer prompts by such a recording, with no model')
      .option('--any-prompt', 'with --replay: go on where a prompt is not the recorded one')
      .option('--jobs <n>', 'parallel steps at once (default: pawl.yml, else 4)')
      .option('--timeout <duration>', 'for each command and each gate (default: pawl.yml, else 10m)')
      .option('--prompt-timeout <duration>', 'for each call of the agent (default: pawl.yml, else 60m)')
      .option('--run-timeout <duration>', 'for the whole run (default: pawl.yml, else as long as it takes)')
      .option('--no-branch', 'commit where you are, not on a branch of the run')
      .option('--strict', 'exit with 3 when a loop ended stuck or exhausted, or the budget stopped the run')
      .option('--dry-run', 'print the steps in order and what would hold; run nothing, ask nobody')
      .option('--json', 'one JSON object a line')
      .addHelpText(
        'after',
        examples([
          'pawl run self-test "npm test"',
          'pawl run fix.yml --budget 2 --agent claude',
          'pawl run research "which YAML parsers keep comments?" --json',
          'pawl run fix.yml --record ../fix.jsonl      # then, with no model and no cost:',
          'pawl run fix.yml --replay ../fix.jsonl',
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
  const { walkWorkflow } = await import('../../../app/workflows/walk-workflow.ts');
  const walked = await walkWorkflow(workflow, input, terminal.cwd);
  if (!walked.ok) return printRefusal(terminal, walked.failure, options.json === true);
  const request = requestOf(terminal, workflow, input, options);
  if ('code' in request) return printRefusal(terminal, request, options.json === true);
  const { appliedSettings } = await import('../../../app/run/applied-settings.ts');
  const applied = await appliedSettings(request);
  if (!applied.ok) return printRefusal(terminal, applied.failure, options.json === true);
  for (const line of walked.value) {
    if (options.json) terminal.json({ v: 1, type: 'dry-run.step', ...line });
    else terminal.out(`${line.depth === 1 ? '  ' : ''}▸ ${line.step.padEnd(14)} ${line.detail}`);
  }
  if (!options.json) terminal.out('');
  for (const setting of applied.value) {
    if (options.json) terminal.json({ v: 1, type: 'dry-run.setting', ...setting });
    else terminal.out(`  ${setting.name.padEnd(14)} ${setting.value}  ${terminal.style('dim', `(${setting.from})`)}`);
  }
  return 0;
}

async function runIt(terminal: Terminal, workflow: string, input: string, options: Options): Promise<number> {
  const json = options.json === true;
  const request = requestOf(terminal, workflow, input, options);
  if ('code' in request) return printRefusal(terminal, request, json);
  const followed = await followRun(terminal, request, json);
  if (!followed.ok) return printRefusal(terminal, followed.failure, json);
  return exitCodeOfRun(followed.value, options.strict === true);
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
  const commandTimeoutMs = durationOf(options.timeout);
  const promptTimeoutMs = durationOf(options.promptTimeout);
  const runTimeoutMs = durationOf(options.runTimeout);
  const jobs = options.jobs === undefined ? undefined : Number(options.jobs);
  if (commandTimeoutMs === null || promptTimeoutMs === null || runTimeoutMs === null) {
    const [option, given] =
      commandTimeoutMs === null
        ? ['--timeout', options.timeout]
        : promptTimeoutMs === null
          ? ['--prompt-timeout', options.promptTimeout]
          : ['--run-timeout', options.runTimeout];
    return usage(`${option} is a number with its unit, not "${given}"`, `for example ${option} 90s, 10m or 2h`);
  }
  if (jobs !== undefined && (!Number.isInteger(jobs) || jobs < 1))
    return usage(`--jobs is a whole number from 1, not "${options.jobs}"`, 'for example --jobs 4');
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
    allowUnpriced: options.allowUnpriced === true,
    record: options.record ?? null,
    replay: options.replay ?? null,
    anyPrompt: options.anyPrompt === true,
    // What is not said here pawl.yml may say.
    ...(jobs === undefined ? {} : { jobs }),
    ...(commandTimeoutMs === undefined ? {} : { commandTimeoutMs }),
    ...(promptTimeoutMs === undefined ? {} : { promptTimeoutMs }),
    ...(runTimeoutMs === undefined ? {} : { runTimeoutMs }),
    ownBranch: options.branch,
  };
}

/** undefined where nothing was said; null for what is no duration. */
const durationOf = (text: string | undefined): number | null | undefined => (text === undefined ? undefined : durationMsOf(text));
