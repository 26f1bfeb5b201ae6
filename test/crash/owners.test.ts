import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endOf, git, pawl, repository, scripted, startPawl, writeFiles } from '../cli/pawl.ts';
import { recordedIn } from './recorded.ts';

/** Notes a clash where somebody else is in it at the same moment. */
const alone = 'mkdir "$SCENE/busy" || touch "$SCENE/clash"; sleep 0.1; rmdir "$SCENE/busy"';

interface Said {
  readonly run?: string;
  readonly status?: string;
  readonly code?: string;
  readonly message?: string;
}

function racer(repo: string, workflow: string): { readonly pid: number; ask(run: string | null): Promise<Said> } {
  const env = { ...process.env, SCENE: dirname(repo) };
  const argv = [fileURLToPath(new URL('./racer.ts', import.meta.url)), repo, workflow];
  const child = spawn(process.execPath, argv, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid as number,
    ask: async (run) => {
      child.stdin.write(`${JSON.stringify({ run })}\n`);
      return JSON.parse((await lines.next()).value as string);
    },
  };
}

test('of two processes that race a hundred times to begin or take up a run, one at most is at work, and the other is told who', async () => {
  const repo = repository();
  const workflow = join(dirname(repo), 'workflow.yml');
  writeFiles(dirname(repo), {
    'workflow.yml': `name: Race\nsteps:\n  - { id: one, command: '${alone}' }\n  - { id: sure, approve: Go on? }\n  - { id: two, command: '${alone}; echo "$PAWL_RUN_ID" >> "$SCENE/took"' }\n`,
    took: '',
  });
  const racers = [racer(repo, workflow), racer(repo, workflow)] as const;
  const [named, refused] = [new Set<string>(), [] as Said[]];
  for (let race = 0; race < 50; race++) {
    const began = await Promise.all(racers.map(({ ask }) => ask(null)));
    const waiting = began.filter(({ status }) => status === 'waiting');
    expect(waiting.length, JSON.stringify(began)).toBeGreaterThanOrEqual(1);
    const run = waiting[0]?.run as string;
    named.add(run);
    const taken = await Promise.all(racers.map(({ ask }) => ask(run)));
    expect(taken.filter(({ status }) => status === 'succeeded').length, JSON.stringify(taken)).toBe(1);
    refused.push(...[...began, ...taken].filter(({ code }) => code !== undefined));
  }
  expect(existsSync(join(dirname(repo), 'clash'))).toBe(false);
  expect(
    readFileSync(join(dirname(repo), 'took'), 'utf8')
      .trim()
      .split('\n')
      .sort(),
  ).toEqual([...named].sort());
  const busy = refused.filter(({ code }) => code === 'run/workspace-busy');
  expect(busy.length).toBeGreaterThan(50);
  const pids = racers.map(({ pid }) => pid).join('|');
  for (const { message } of busy)
    expect(message).toMatch(new RegExp(`^(run \\w+ \\(process (${pids}) on ${hostname()}\\)|another process) is at work in `));
  for (const { code } of refused) expect(code).toMatch(/^run\/(workspace-busy|finished|not-waiting)$/);
});

/** A run whose one prompt edits a file and then sleeps, when it is asked for the first time. */
async function sleeping(env: Record<string, string> = {}) {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: edit, prompt: Edit }\n', [
    { sh: 'echo agent >> a.txt; [ -e "$SCENE/asleep" ] || { touch "$SCENE/asleep"; sleep 600; }', reply: 'done' },
  ]);
  const scene = { SCENE: dirname(repo), ...env };
  const child = startPawl(repo, argv, scene);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = endOf(child);
  await vi.waitUntil(() => existsSync(join(dirname(repo), 'asleep')), 20_000);
  return { repo, child, ended, scene };
}

test('a dead owner is taken over at once, by one of two terminals', async () => {
  const { repo, child, scene } = await sleeping();
  child.kill('SIGKILL');
  const both = await Promise.all([pawl(repo, ['resume', 'last'], scene), pawl(repo, ['resume', 'last'], scene)]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code !== 0)?.stderr).toMatch(/is at work in|is over/);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\nagent\n');
});

test('whoever finds that another has taken the run over stops, and touches nothing any more', async () => {
  const { repo, child, ended, scene } = await sleeping();
  child.kill('SIGSTOP');
  // As somebody would who takes the lock for a leftover.
  for (const name of ['lock.db', 'lock.db-journal']) rmSync(join(repo, '.pawl', name), { force: true });
  expect((await pawl(repo, ['resume', 'last'], scene)).code).toBe(0);
  const { events } = recordedIn(repo);
  writeFiles(repo, { 'a.txt': 'one\nagent\nand a person since\n' });
  child.kill('SIGCONT');
  expect((await ended).stderr).toContain('somebody else has taken it up since');
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\nagent\nand a person since\n');
  expect(recordedIn(repo).events).toEqual(events);
});

test('a git program that a killed run has left is ended before the run goes on', async () => {
  const repo = repository();
  const folder = dirname(repo);
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: edit, prompt: Edit }\n', [{ sh: 'echo agent >> a.txt', reply: 'done' }]);
  const real = git(repo, '--exec-path').trim();
  writeFiles(folder, {
    'bin/git': `#!/bin/sh\ncase "$*" in *write-tree*) [ -e "${folder}/slow" ] || { echo $$ > "${folder}/slow.new"; mv "${folder}/slow.new" "${folder}/slow"; exec sleep 600; };; esac\nexec "${real}/git" "$@"\n`,
  });
  chmodSync(join(folder, 'bin/git'), 0o755);
  const env = { PATH: `${folder}/bin:${process.env.PATH}` };
  const child = startPawl(repo, argv, env);
  await vi.waitUntil(() => existsSync(join(folder, 'slow')), 20_000);
  child.kill('SIGKILL');
  const pid = readFileSync(join(folder, 'slow'), 'utf8').trim();
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  expect((await pawl(repo, ['resume', 'last'], env)).code).toBe(0);
  expect(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).toThrow();
});
