import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { code, says, scriptFile } from '../act/acting.ts';
import { bin, cleanEnv, endOf, linesOf, pawl, repository } from '../cli/pawl.ts';
import { chances } from './chances.ts';

const killsWanted = Number(process.env.CRASH_ACT_KILLS ?? 30);

/** Every write names what it writes, so that one that is made twice shows, and one that is lost too. */
const turns = [
  code(
    "const before = await ctx.fs.list('.');\nawait ctx.fs.write('one.txt', String(Math.random()) + new Date().toISOString());\nbefore.length",
    {
      session: 'main',
    },
  ),
  code(
    "const one = await ctx.fs.read('one.txt');\nfor (let n = 0; n < 5; n++) await ctx.fs.write(`n${n}.txt`, `${one} ${n}`);\none.length",
    {
      session: 'main',
    },
  ),
  code(
    "await Promise.all([0, 1, 2].map(async (n) => ctx.fs.write(`copy${n}.txt`, await ctx.fs.read(`n${n}.txt`))));\nawait ctx.notify('copied')",
  ),
  code("await ctx.fs.write('end.txt', one + ' ' + before.length);\none === (await ctx.fs.read('one.txt'))", { session: 'main' }),
  says('all is written'),
];

test('killed at any instant and taken up again, an act ends as it would have, and its code replays to the same', async () => {
  const { seed, draw } = chances('acts');
  const repo = repository();
  const script = scriptFile(join(repo, '..'), turns);
  const startedMs = performance.now();
  const whole = await pawl(repo, ['act', 'write', '--script', script, '--json']);
  const tookMs = performance.now() - startedMs;
  expect(whole.code).toBe(0);
  const wanted = await endOfAct(repo);
  let [kills, runs] = [0, 0];
  while (kills < killsWanted) {
    runs += 1;
    rmSync(join(repo, '.pawl'), { recursive: true, force: true });
    for (const file of files) rmSync(join(repo, file), { force: true });
    const deaths: number[] = [];
    let argv = ['act', 'write', '--script', script, '--json'];
    for (let planned = 3; ; planned--) {
      const afterMs = planned > 0 ? Math.round(tookMs * (0.15 + 0.75 * draw())) : null;
      const ended = await dying(repo, argv, afterMs);
      if (ended.code !== null) {
        expect(ended.code, `seed ${seed}, killed after ${deaths.join(', ')} ms: ${ended.stderr}${ended.stdout.slice(-2000)}`).toBe(0);
        break;
      }
      deaths.push(afterMs as number);
      const [row] = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
      // Killed behind its last event it is over.
      if (row?.life === 'finished') break;
      // Before its first event is on disk there is nothing to take up.
      argv = row === undefined ? argv : ['resume', 'last', '--json'];
    }
    expect(await endOfAct(repo)).toEqual(wanted);
    kills += deaths.length;
    const one = readFileSync(join(repo, 'one.txt'), 'utf8');
    for (let n = 0; n < 5; n++) expect(readFileSync(join(repo, `n${n}.txt`), 'utf8'), `seed ${seed}`).toBe(`${one} ${n}`);
    expect(readFileSync(join(repo, 'end.txt'), 'utf8').startsWith(one)).toBe(true);
    const replayed = await pawl(repo, ['replay', 'last', '--json']);
    expect(linesOf(replayed.stdout)[0], `seed ${seed}, killed after ${deaths.join(', ')} ms`).toMatchObject({
      equal: true,
      difference: null,
    });
  }
  expect(kills).toBeGreaterThanOrEqual(killsWanted);
  console.log(`${kills} kills in ${runs} acts at random instants (seed ${seed})`);
});

const files = ['one.txt', 'end.txt', ...[0, 1, 2, 3, 4].map((n) => `n${n}.txt`), ...[0, 1, 2].map((n) => `copy${n}.txt`)];

/** How an act ended, by its journal. */
async function endOfAct(repo: string): Promise<unknown> {
  const { stdout } = await pawl(repo, ['show', 'last', '--events']);
  const { ending, totals } = linesOf(stdout).find(({ type }) => type === 'act.finished');
  return { ending, turns: totals.turns, toolCalls: totals.toolCalls };
}

async function dying(repo: string, argv: readonly string[], afterMs: number | null) {
  const child = spawn(process.execPath, [bin, ...argv], { cwd: repo, env: cleanEnv(join(repo, '..')), stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = afterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), afterMs);
  const ended = await endOf(child);
  clearTimeout(timer);
  expect(existsSync(repo)).toBe(true);
  return ended;
}
