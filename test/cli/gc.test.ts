import { chmodSync, existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { killedRun } from './killed-run.ts';
import { git, linesOf, pawl, repository, scripted } from './pawl.ts';

const keeping = 'name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: DONE, gate: "true" } }\n';

async function ranIn(repo: string, content: string): Promise<string> {
  const { stdout, code } = await pawl(repo, [...scripted(repo, keeping, [{ write: { 'a.txt': content }, reply: 'DONE' }]), '--json']);
  expect(code).toBe(0);
  return linesOf(stdout)[0].run;
}

function inJournal(repo: string, statement: string, ...values: string[]): void {
  const database = new DatabaseSync(join(repo, '.pawl', 'journal.db'));
  database.prepare(statement).run(...values);
  database.close();
}

const age = (repo: string, run: string): void => inJournal(repo, 'UPDATE events SET at_ms = 1, sum = NULL WHERE run = ?', run);
const runsIn = async (repo: string): Promise<string[]> => linesOf((await pawl(repo, ['runs', '--json'])).stdout).map(({ run }) => run);
const filesIn = (repo: string): string[] => readdirSync(join(repo, '.pawl', 'blobs'), { recursive: true, encoding: 'utf8' }).sort();

test('gc removes what old runs keep and leaves commits and branches, in both forms', async () => {
  const repo = repository();
  const run = await ranIn(repo, 'two\n');
  expect(git(repo, 'for-each-ref', `refs/pawl/${run}`)).not.toBe('');
  const dry = await pawl(repo, ['gc', '--older-than', '1ms', '--dry-run', '--json']);
  expect(linesOf(dry.stdout)[0]).toMatchObject({ type: 'gc', dryRun: true, runs: [run], interrupted: [] });
  expect((await pawl(repo, ['gc', '--older-than', '1ms', '--dry-run'])).stdout).toMatch(/^would remove 1 run and \d+ blobs \(0\.0 MB\)\n$/);
  expect(linesOf((await pawl(repo, ['gc', '--json'])).stdout)[0].runs).toEqual([]);
  expect(await runsIn(repo)).toEqual([run]);
  expect((await pawl(repo, ['undo', run])).code).toBe(0);
  expect((await pawl(repo, ['gc', '--older-than', '1ms'])).stdout).toMatch(/^removed 1 run and \d+ blobs/);
  expect(git(repo, 'for-each-ref', 'refs/pawl')).toBe('');
  expect(await runsIn(repo)).toEqual([]);
  expect(existsSync(join(repo, '.pawl', 'runs', run))).toBe(false);
  expect(filesIn(repo).filter((name) => name.length > 2)).toEqual([]);
});

test('what the remaining runs need stays: an old run that goes takes no way back along', async () => {
  const repo = repository();
  const old = await ranIn(repo, 'two\n');
  const young = await ranIn(repo, 'three\n');
  age(repo, old);
  expect(linesOf((await pawl(repo, ['gc', '--json'])).stdout)[0].runs).toEqual([old]);
  expect((await pawl(repo, ['undo', young])).code).toBe(0);
  expect(git(repo, 'show', 'HEAD:a.txt')).toBe('two\n');
});

describe('when it cannot be told what the remaining runs need, gc is refused and removes nothing', () => {
  /** The record that the run's first snapshot stands in. */
  async function recordOf(repo: string, run: string): Promise<string> {
    const events = linesOf((await pawl(repo, ['show', run, '--events'])).stdout);
    const { id } = events.find(({ type }) => type === 'snapshot.taken').snapshot;
    return join(repo, '.pawl', 'blobs', id.slice(0, 2), id);
  }

  test.each([
    [
      'an event is damaged',
      (repo: string, run: string) => inJournal(repo, `UPDATE events SET body = '{', sum = NULL WHERE run = ? AND seq = 2`, run),
    ],
    ['an event is missing', (repo: string, run: string) => inJournal(repo, 'DELETE FROM events WHERE run = ? AND seq = 2', run)],
    [
      'a newer Pawl wrote an event',
      (repo: string, run: string) => inJournal(repo, 'UPDATE events SET v = 99, sum = NULL WHERE run = ? AND seq = 2', run),
    ],
    [
      'a record is cut',
      async (repo: string, run: string) => {
        const record = await recordOf(repo, run);
        chmodSync(record, 0o644);
        truncateSync(record, 20);
      },
    ],
  ])('%s', async (_, damage) => {
    const repo = repository();
    const old = await ranIn(repo, 'two\n');
    const young = await ranIn(repo, 'three\n');
    age(repo, old);
    await damage(repo, young);
    const before = filesIn(repo);
    const { code, stderr } = await pawl(repo, ['gc', '--json']);
    expect(code).toBe(1);
    const [error] = linesOf(stderr);
    expect(error).toMatchObject({ code: 'store/unavailable', hint: expect.any(String) });
    expect(error.message).toContain(`nothing was removed, as it cannot be told what run ${young} still needs`);
    expect(filesIn(repo)).toEqual(before);
    expect(git(repo, 'for-each-ref', `refs/pawl/${old}`)).not.toBe('');
    // Where the damaged one is old too, nothing of it has to be told.
    expect((await pawl(repo, ['gc', '--older-than', '1ms', '--dry-run'])).code).toBe(0);
  });
});

test('a run that never finished stays however old it is, with its way back, until a person says that it may go', async () => {
  const repo = repository();
  const run = await killedRun(repo, 'echo broken > a.txt');
  age(repo, run);
  const { stdout } = await pawl(repo, ['gc']);
  expect(stdout).toMatch(/^removed 0 runs and 0 blobs/);
  expect(stdout).toContain(`stay, as they never finished: ${run}`);
  expect(linesOf((await pawl(repo, ['gc', '--json'])).stdout)[0]).toMatchObject({ runs: [], interrupted: [run] });
  expect((await pawl(repo, ['undo', run, '--anyway'])).code).toBe(0);
  expect(git(repo, 'status', '--porcelain')).toBe('');
  // Put back, it is done with.
  expect(linesOf((await pawl(repo, ['gc', '--older-than', '1ms', '--json'])).stdout)[0]).toMatchObject({ runs: [run], interrupted: [] });
  const other = await killedRun(repo, 'true');
  expect(linesOf((await pawl(repo, ['gc', '--interrupted', '--json'])).stdout)[0].runs).toEqual([]);
  age(repo, other);
  expect(linesOf((await pawl(repo, ['gc', '--interrupted', '--json'])).stdout)[0].runs).toEqual([other]);
});

test('gc sweeps up what a killed write left among the blobs', async () => {
  const repo = repository();
  await ranIn(repo, 'two\n');
  const folder = join(repo, '.pawl', 'blobs', filesIn(repo)[0] as string);
  const leftover = join(folder, `${'0'.repeat(64)}.0123456789ab.tmp`);
  writeFileSync(leftover, 'half');
  await pawl(repo, ['gc', '--dry-run']);
  expect(existsSync(leftover)).toBe(true);
  expect((await pawl(repo, ['gc'])).code).toBe(0);
  expect(existsSync(leftover)).toBe(false);
});

test('where no run was ever made there is nothing to remove, and nothing is made', async () => {
  const repo = repository();
  expect((await pawl(repo, ['gc'])).stdout).toBe('removed 0 runs and 0 blobs (0.0 MB)\n');
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});
