import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll } from 'vitest';
import { isMap, isSeq, parseDocument } from 'yaml';
import type { RunEvent } from '../../src/core/events/run-event.ts';
import { cleanEnv, git, linesOf, pawl } from '../cli/pawl.ts';

/** What a scripted agent does in one call. */
interface Reply {
  readonly write?: Files;
  readonly reply?: string;
  readonly error?: string;
}

/** Path -> content; null = it is not there. */
export type Files = Readonly<Record<string, string | null>>;

/** One run of a built-in workflow on a small repository, and all that it must leave behind. */
export interface Scenario {
  /** What the product does in it; the end of a sentence that begins with the workflow's name. */
  readonly title: string;
  readonly workflow: string;
  readonly input: string;
  readonly files: Files;
  /** Named in the environment; else the workflow has to find one. */
  readonly testCommand?: string;
  /** Shell text run after the first commit. */
  readonly setup?: string;
  /** Whether nothing of the user's is left uncommitted, but for an untracked file. */
  readonly tidy?: true;
  /** Step -> its replies. */
  readonly script: Readonly<Record<string, readonly Reply[]>>;
  readonly exitCode: number;
  readonly outcome: string;
  /** Within the run's error. */
  readonly error?: string;
  /** Loop -> the verdicts of its iterations, in order. */
  readonly verdicts?: Readonly<Record<string, readonly string[]>>;
  /** How often the agent was asked; stated where nobody may be. */
  readonly calls?: 0;
  /** Command step -> the last line that it prints. */
  readonly told?: Readonly<Record<string, string>>;
  /** How the files differ afterwards from before; all others are the same, byte for byte. */
  readonly changed: Files;
  /** Subjects of the commits on the run's branch, oldest first. */
  readonly commits: readonly string[];
  /** The same run on the same workflow without what guards it must come out differently: else the assertions above prove nothing. */
  readonly unguarded?: Unguarded;
}

interface Unguarded {
  /** `gates`: every gate is `true`. Else: the named steps do nothing, if they are commands, or lose their `require`. */
  readonly off: 'gates' | readonly string[];
  readonly exitCode: number;
  readonly changed: Files;
}

export interface Played {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly ending: { readonly status: string; readonly outcome: string; readonly error: string | null };
  readonly calls: number;
  readonly verdicts: Readonly<Record<string, readonly string[]>>;
  /** Contents of all files that git does not keep for itself, as Latin-1, so that bytes compare. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly commits: readonly string[];
  /** Command step -> the last line that it printed, but for its exit code. */
  readonly lastLines: Readonly<Record<string, string>>;
  readonly prompts: readonly { readonly step: string; readonly text: string }[];
}

// Not test/scratch.ts: what that registers for "the test" is another test's where several run at once.
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-test-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
const scratchFolder = (): string => mkdtempSync(join(scratch, 'run-'));

/** What a person had before the run, uncommitted: it must outlive everything. */
const yours = { 'notes.txt': 'mine, never added\r\n', 'README.md': 'committed\nand edited since\n' };

/** Plays a scenario through the command line; `workflow` is a name or a path. */
export async function play(scenario: Scenario, workflow: string): Promise<Played> {
  const cwd = repository(scenario);
  const script = join(dirname(cwd), 'script.json');
  writeFileSync(script, JSON.stringify({ byStep: scenario.script }));
  const env: Record<string, string> = scenario.testCommand === undefined ? {} : { PAWL_TEST_COMMAND: scenario.testCommand };
  const before = filesIn(cwd);
  const ran = await pawl(cwd, ['run', workflow, scenario.input, '--agent', 'scripted', '--script', script, '--json'], env);
  const events = linesOf(ran.stdout) as RunEvent[];
  // Not main..: there is no main where there was no commit.
  const commits = git(cwd, 'log', '--reverse', '--format=%s', 'HEAD', '--not', '--branches=mai[n]').split('\n').filter(Boolean);
  const played = { exitCode: ran.code, stderr: ran.stderr, before, after: filesIn(cwd), commits, ...told(events) };
  await rm(dirname(cwd), { recursive: true, force: true, maxRetries: 3 });
  return played;
}

function repository({ files, setup, tidy }: Scenario): string {
  const cwd = join(scratchFolder(), 'repository');
  writeFiles(cwd, { 'README.md': 'committed\n', ...files });
  const first = 'git init -q -b main; git config user.name T; git config user.email t@example.com; git add -A; git commit -qm first';
  execFileSync('sh', ['-ec', `${first}; ${setup ?? ''}`], { cwd, env: cleanEnv(dirname(cwd)) });
  writeFiles(cwd, tidy ? { 'notes.txt': yours['notes.txt'] } : yours);
  return cwd;
}

function writeFiles(cwd: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    if (content !== null) writeFileSync(join(cwd, path), content);
  }
}

function filesIn(cwd: string): Record<string, string> {
  const entries = readdirSync(cwd, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(cwd, join(entry.parentPath, entry.name)));
  const shown = paths.filter((path) => !/^\.(git|pawl)\//.test(path)).sort();
  return Object.fromEntries(shown.map((path) => [path, readFileSync(join(cwd, path), 'latin1')]));
}

/** What the events say came of the run. */
function told(events: readonly RunEvent[]): Pick<Played, 'ending' | 'calls' | 'verdicts' | 'lastLines' | 'prompts'> {
  const verdicts: Record<string, string[]> = {};
  const lastLines: Record<string, string> = {};
  const prompts: { step: string; text: string }[] = [];
  const steps = new Map<number, string>();
  let ending: Played['ending'] = { status: 'none', outcome: 'none', error: null };
  for (const event of events) {
    if (event.type === 'prompt.requested' || event.type === 'command.requested') steps.set(event.op, event.step);
    if (event.type === 'prompt.ended')
      prompts.push({ step: steps.get(event.op) ?? '', text: 'text' in event.prompt ? event.prompt.text : '' });
    if (event.type === 'command.ended' && 'text' in event.output)
      lastLines[steps.get(event.op) ?? ''] = event.output.text.split('\n').at(-2) ?? '';
    if (event.type === 'iteration.finished') verdicts[event.step] = [...(verdicts[event.step] ?? []), event.verdict];
    if (event.type === 'run.finished') ending = { status: event.status, outcome: event.outcome, error: event.error };
  }
  return { ending, calls: prompts.length, verdicts, lastLines, prompts };
}

export function builtInText(name: string): string {
  return readFileSync(new URL(`../../workflows/${name}.yml`, import.meta.url), 'utf8');
}

/** A built-in workflow with its guards taken off, as a file; its path. */
export function unguardedFile(name: string, off: Unguarded['off']): string {
  const document = parseDocument(builtInText(name));
  const steps = document.get('steps');
  if (!isSeq(steps)) throw new Error(`${name} has no steps`);
  let taken = 0;
  for (const step of steps.items) {
    if (!isMap(step)) continue;
    if (off === 'gates' ? step.hasIn(['loop', 'gate']) : off.includes(String(step.get('id')))) {
      taken += 1;
      if (off === 'gates') step.setIn(['loop', 'gate'], 'true');
      else {
        if (step.has('command')) step.set('command', 'true');
        step.delete('require');
      }
    }
  }
  if (taken === 0) throw new Error(`${name} has none of the guards that were to be taken off`);
  const path = join(scratchFolder(), `${name}.yml`);
  writeFileSync(path, document.toString());
  return path;
}
