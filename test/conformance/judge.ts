import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Case } from './case-file.ts';
import { judgeGit } from './judge-git.ts';
import type { Played } from './play.ts';
import type { Stage } from './stage.ts';

/** Everything that a case expected and did not get, each in one sentence. */
export async function judge({ expect }: Case, stage: Stage, { events, errors, seconds }: Played): Promise<string[]> {
  const faults: string[] = [];
  const want = (what: string, expected: unknown, got: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(got))
      faults.push(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  };
  const has = (what: string, text: string, part: string, wanted = true) => {
    if (text.includes(part) !== wanted)
      faults.push(`${what}: expected ${wanted ? '' : 'not '}${JSON.stringify(part)}, got ${JSON.stringify(text.slice(0, 400))}`);
  };
  const finished = events.find(({ type }) => type === 'run.finished');
  const run = events[0]?.run ?? '';
  const invalid = errors.some(({ diagnostics }) => diagnostics !== undefined);
  if (expect.valid !== undefined) want('valid', expect.valid, !invalid);
  for (const wanted of expect.diagnostics ?? []) {
    const all = errors.flatMap(({ diagnostics }) => diagnostics ?? []);
    const met = all.some(
      (found) =>
        `${found.message} ${found.hint ?? ''}`.includes(wanted.contains ?? '') &&
        (wanted.line === undefined || wanted.line === found.line) &&
        (wanted.column === undefined || wanted.column === found.column),
    );
    if (!met)
      faults.push(
        `diagnostic ${JSON.stringify(wanted)}: got ${JSON.stringify(all.map(({ message, line, column }) => ({ message, line, column })))}`,
      );
  }
  if (expect.status !== undefined) want('status', expect.status, finished?.status ?? 'failed');
  if (expect.outcome !== undefined) want('outcome', expect.outcome, finished?.outcome ?? 'failed');
  if (expect.error_contains !== undefined)
    has('error', finished?.error ?? errors.map(({ message }) => message).join('\n'), expect.error_contains);
  const prompts = events.filter(({ type }) => type === 'prompt.ended');
  if (expect.agent_calls !== undefined) want('agent calls', expect.agent_calls, prompts.length);
  if (expect.cost_usd !== undefined && Math.abs((finished?.totals.nanoUsd ?? 0) / 1e9 - expect.cost_usd) > 1e-9) {
    faults.push(`cost: expected ${expect.cost_usd}, got ${(finished?.totals.nanoUsd ?? 0) / 1e9}`);
  }
  const text = (value: { text?: string; blob?: string }): string => value.text ?? blobText(stage, value.blob ?? '');
  for (const { call, contains, not_contains } of expect.prompts ?? []) {
    const prompt = prompts[call - 1] === undefined ? '(no such call)' : text(prompts[call - 1]?.prompt);
    if (contains !== undefined) has(`prompt ${call}`, prompt, contains);
    if (not_contains !== undefined) has(`prompt ${call}`, prompt, not_contains, false);
  }
  const outputs = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'step.finished' && event.result.ok && event.result.output !== null) {
      const wanted = Object.hasOwn(expect.outputs ?? {}, event.step);
      outputs.set(event.step, wanted ? text(event.result.output) : '');
    }
  }
  for (const [step, { equals, contains }] of Object.entries(expect.outputs ?? {})) {
    const output = outputs.get(step);
    if (output === undefined) faults.push(`output of ${step}: there is none`);
    else if (equals !== undefined) want(`output of ${step}`, equals, output);
    else has(`output of ${step}`, output, contains ?? '');
  }
  for (const step of expect.outputs_absent ?? []) if (outputs.has(step)) faults.push(`output of ${step}: expected none`);
  const attempts = { kept: finished?.totals.kept ?? 0, reverted: finished?.totals.undone ?? 0, failed: finished?.totals.failed ?? 0 };
  for (const [verdict, count] of Object.entries(expect.attempts ?? {})) want(verdict, count, attempts[verdict as keyof typeof attempts]);
  for (const [path, content] of Object.entries(expect.files ?? {}))
    want(`file ${JSON.stringify(path)}`, content, contentOf(join(stage.repo, path)));
  if (expect.git !== undefined) faults.push(...judgeGit(expect.git, stage, run));
  if (expect.check !== undefined) {
    try {
      execFileSync('sh', ['-c', expect.check], { cwd: stage.repo, env: stage.env, stdio: 'pipe' });
    } catch (error) {
      faults.push(`check: ${expect.check}: ${String((error as { stderr?: Buffer }).stderr ?? error).slice(0, 300)}`);
    }
  }
  if (expect.max_seconds !== undefined && seconds > expect.max_seconds)
    faults.push(`took ${seconds.toFixed(1)} s, at most ${expect.max_seconds} s expected`);
  if (expect.no_processes_left !== undefined) {
    // The system may need a moment to take a killed process off its list.
    await wait(200);
    const left = processesWith(expect.no_processes_left);
    if (left.length > 0) faults.push(`left running: ${left.join('; ')}`);
  }
  return faults;
}

function blobText(stage: Stage, digest: string): string {
  return readFileSync(join(stage.repo, '.pawl', 'blobs', digest.slice(0, 2), digest)).toString('utf8');
}

function contentOf(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() || !existsSync(path)
      ? existsSync(path)
        ? readFileSync(path, 'utf8')
        : null
      : readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(text));
}
