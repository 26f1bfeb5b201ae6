import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { linesOf, pawl, repository, scripted } from '../cli/pawl.ts';

const appending = fileURLToPath(new URL('../store/appending-process.ts', import.meta.url));

/** What a process of its own says at last that appends so many times to a run in the same journal. */
async function appends(folder: string, run: string, count: number): Promise<string> {
  const child = spawn(process.execPath, [appending, folder, run, String(count), '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return (await text(child.stdout)).trim().split('\n').at(-1) as string;
}

test('a run, readers and two more processes write 10 000 events to one journal: none is lost, and nobody hears of a lock', async () => {
  const repo = repository();
  const steps = Array.from({ length: 60 }, (_, index) => `  - { id: s${index}, command: "true" }`).join('\n');
  const argv = scripted(repo, `name: w\nsteps:\n${steps}\n`);
  const first = await pawl(repo, argv);
  expect(first.code).toBe(0);
  const folder = join(repo, '.pawl');
  let writing = true;
  const others = Promise.all([appends(folder, 'other1', 5000), appends(folder, 'other2', 4700)]).finally(() => {
    writing = false;
  });
  let runs = 1;
  const errors: string[] = [];
  while (writing || runs < 3) {
    const [ran, shown] = await Promise.all([pawl(repo, [...argv, '--json']), pawl(repo, ['show', 'other1', '--events'])]);
    runs++;
    errors.push(ran.stderr);
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
    const events = linesOf(ran.stdout);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(shown.stderr).not.toMatch(/locked|damaged/);
  }
  expect(await others).toEqual(['5000', '4700']);
  expect(errors.join('')).not.toMatch(/lock/);
  const seen = new Map<string, number>();
  for (const run of ['other1', 'other2']) seen.set(run, linesOf((await pawl(repo, ['show', run, '--events'])).stdout).length);
  expect(Object.fromEntries(seen)).toEqual({ other1: 5000, other2: 4700 });
  const doctor = linesOf((await pawl(repo, ['doctor', '--json'])).stdout);
  expect(doctor).toContainEqual(
    expect.objectContaining({ what: 'state', state: 'good', found: expect.stringContaining(`${runs + 2} runs`) }),
  );
});
