import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { killedRun } from './killed-run.ts';
import { git, linesOf, pawl, repository, scripted } from './pawl.ts';

const workflow = 'name: w\nsteps:\n  - { id: a, command: "echo first" }\n  - { id: b, command: "echo second" }\n';
const keeping = 'name: keep\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: DONE, gate: "true" } }\n';

/** A repository with a run that only ran commands and, newer, one whose work was kept; their ids, and the journal's file. */
async function used() {
  const repo = repository();
  const first = linesOf((await pawl(repo, [...scripted(repo, workflow), '--json'])).stdout)[0].run as string;
  const kept = await pawl(repo, [...scripted(repo, keeping, [{ write: { 'a.txt': 'two\n' }, reply: 'DONE' }]), '--json']);
  const second = linesOf(kept.stdout)[0].run as string;
  const state = join(repo, '.pawl');
  return { repo, first, second, state, file: join(state, 'journal.db') };
}

/**
 * The journal and its log, each with the digest of its bytes. An empty log and its index come of looking within a file that is a database
 * to all appearance.
 */
const journalFiles = (state: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(state)
      .filter(
        (name) =>
          name.startsWith('journal') && !name.endsWith('-shm') && statSync(join(state, name)).size + Number(name === 'journal.db') > 0,
      )
      .map((name) => [name, digest(join(state, name))]),
  );

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function overwrite(file: string, at: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, at);
  writeFileSync(file, content);
}

/** Changes one letter of a run's first event, as a bit that flips on the disk does, and nothing beside it. */
function flip(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`UPDATE events SET body = replace(body, 'echo', 'ecio') WHERE seq = 0`);
  expect(database.prepare('SELECT changes() AS changed').get()).toEqual({ changed: 2 });
  database.close();
}

const events = async (repo: string, run: string) => linesOf((await pawl(repo, ['show', run, '--events'])).stdout);

/** What can become of the journal of a folder that was used, and how many of its runs can then still be shown. */
const damages: Readonly<Record<string, readonly [damage: (file: string) => void, shown: number]>> = {
  'has a header of zeros': [(file) => overwrite(file, 0, Buffer.alloc(4096)), 2],
  'is empty': [(file) => truncateSync(file, 0), 0],
  'has lost a half': [(file) => truncateSync(file, Math.floor(statSync(file).size / 2)), -1],
  'has one letter changed in an event': [flip, -1],
};

test.for(Object.entries(damages))(
  'a journal that %s: every command says so, nothing is written to it, what can be read is shown, and a repair saves it',
  async ([what, [damage, shown]]) => {
    const { repo, first, second, state, file } = await used();
    const whole = new Map([first, second].map((run) => [run, [] as unknown[]]));
    for (const run of whole.keys()) whole.set(run, await events(repo, run));
    damage(file);
    const before = journalFiles(state);
    const files = readdirSync(state);

    const listed = await pawl(repo, ['runs', '--json']);
    expect(listed.code).toBe(1);
    const rows = linesOf(listed.stdout).map(({ run }) => run as string);
    if (shown >= 0) expect(rows).toEqual([second, first].slice(0, shown));
    const said = linesOf(listed.stderr);
    expect(said).toEqual([
      expect.objectContaining({
        code: 'store/damaged',
        message: expect.stringContaining(`${file} is damaged`),
        hint: expect.stringContaining('pawl doctor --repair'),
      }),
    ]);
    for (const run of rows) {
      const left = await pawl(repo, ['show', run, '--events']);
      expect(left.code).toBe(1);
      const lines = linesOf(left.stdout);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines).toEqual((whole.get(run) as unknown[]).slice(0, lines.length));
    }
    for (const argv of [['undo', 'last'], ['apply', 'last'], ['resume', 'last'], ['gc'], scripted(repo, workflow)]) {
      const refused = await pawl(repo, argv);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is damaged')]);
    }
    const doctor = await pawl(repo, ['doctor', '--json']);
    expect(doctor.code).toBe(1);
    expect(linesOf(doctor.stdout)).toContainEqual(
      expect.objectContaining({ what: 'state', state: 'bad', found: expect.stringContaining('is damaged') }),
    );
    expect(journalFiles(state)).toEqual(before);
    if (what !== 'has one letter changed in an event') expect(readdirSync(state).filter((name) => !files.includes(name))).toEqual([]);

    const repaired = await pawl(repo, ['doctor', '--repair', '--json']);
    expect([repaired.code, repaired.stderr]).toEqual([0, '']);
    const [{ aside, runs }] = linesOf(repaired.stdout);
    expect(digest(join(aside, 'journal.db'))).toBe(before['journal.db']);
    expect(runs.map(({ run }: { run: string }) => run)).toEqual(rows);
    const again = await pawl(repo, ['runs', '--json']);
    expect([again.code, linesOf(again.stdout).map(({ run }) => run)]).toEqual([0, rows]);
    expect(await pawl(repo, scripted(repo, workflow))).toMatchObject({ code: 0 });
    expect(await pawl(repo, ['doctor', '--repair'])).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing is damaged') });
  },
);

test('a run of which the end may be lost is ended by a repair, not taken up; undo puts back what it changed', async () => {
  const repo = repository();
  const run = await killedRun(repo, 'echo changed > a.txt');
  const state = join(repo, '.pawl');
  const file = join(state, 'journal.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  overwrite(file, 0, Buffer.alloc(100));
  // What a repair that was killed has left.
  writeFileSync(join(state, 'journal.db-new'), 'half');
  expect((await pawl(repo, ['doctor'])).stdout).toMatch(/remains +1 run with \d+ events can still be read/);
  const { code, stdout } = await pawl(repo, ['doctor', '--repair']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^saved \d+ events of 1 runs into a new journal$/m);
  expect(stdout).toContain(`ended as failed, as nobody can know whether there was more: ${run}`);
  expect(stdout).toContain('the damaged files are in');
  expect((await pawl(repo, ['resume', run])).stderr).toContain('is over');
  expect((await pawl(repo, ['undo', run, '--anyway'])).code).toBe(0);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
  expect((await pawl(repo, ['doctor'])).stdout).toMatch(/set aside +.*damaged-/);
  const blobs = () => readdirSync(join(state, 'blobs'), { recursive: true }).length;
  const kept = blobs();
  await pawl(repo, ['gc', '--older-than', '1ms', '--interrupted']);
  expect(blobs()).toBe(kept);
});

test('a repair that is cut off before its last step goes on where it was, and nobody opens the old files meanwhile', async () => {
  const { repo, state, file, second } = await used();
  const fresh = join(state, '..', '..', 'fresh');
  cpSync(state, fresh, { recursive: true });
  truncateSync(file, 0);
  renameSync(join(fresh, 'journal.db'), join(state, 'journal.db-repaired'));
  expect((await pawl(repo, ['resume', 'last'])).stderr).toContain('A repair of');
  const finished = await pawl(repo, ['doctor', '--repair']);
  expect([finished.code, finished.stdout]).toEqual([0, 'the repair that was cut off is finished\n']);
  expect(linesOf((await pawl(repo, ['runs', '--json'])).stdout)[0].run).toBe(second);
});

test('a last append that was torn is dropped, and that is said to whoever goes on', async () => {
  const repo = repository();
  const run = await killedRun(repo, 'true');
  const log = join(repo, '.pawl', 'journal.db-wal');
  expect(existsSync(log)).toBe(true);
  // Three quarters of a page more, which is what a power cut leaves.
  appendFileSync(log, readFileSync(log).subarray(32, 32 + 3000));
  const found = linesOf((await pawl(repo, ['doctor', '--json'])).stdout);
  expect(found).toContainEqual(expect.objectContaining({ what: 'journal', state: 'poor', found: expect.stringContaining('was cut off') }));
  const undone = await pawl(repo, ['undo', run, '--anyway', '--json']);
  expect([undone.code, undone.stderr, linesOf(undone.stdout)[0]?.notes]).toEqual([
    0,
    '',
    expect.arrayContaining([expect.stringContaining('was cut off')]),
  ]);
});

test('a log that is damaged in its middle is refused, though SQLite would take it to end there', async () => {
  const repo = repository();
  const run = await killedRun(repo, 'true');
  const log = join(repo, '.pawl', 'journal.db-wal');
  overwrite(log, 32 + 24 + 4096 + 500, Buffer.from('gone'));
  const before = readFileSync(log);
  const refused = await pawl(repo, ['resume', run]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/journal\.db-wal is damaged: of its \d+ pages number 2 is not what was written/),
  ]);
  expect(readFileSync(log).equals(before)).toBe(true);
});

test('a backup of a journal that is in use becomes the state again: its runs are shown and undone', async () => {
  const { repo, state, first, second } = await used();
  const whole = await events(repo, second);
  const backup = join(repo, '..', 'state');
  const holder = new DatabaseSync(join(state, 'journal.db'));
  holder.prepare('SELECT count(*) FROM events').get();
  holder.exec(`INSERT INTO messages (run, body) VALUES ('${first}', '{}')`);
  const made = await pawl(repo, ['backup', '../state', '--json']);
  holder.close();
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(linesOf(made.stdout)[0]).toMatchObject({ type: 'backup', folder: backup, runs: 2, notes: [] });
  expect(readdirSync(backup).filter((name) => name.startsWith('journal'))).toEqual(['journal.db']);
  // Also what stood in the log alone, which a copy of the file would lack.
  const copy = new DatabaseSync(join(backup, 'journal.db'), { readOnly: true });
  expect(copy.prepare('SELECT run, body FROM messages').all()).toEqual([{ run: first, body: '{}' }]);
  copy.close();
  rmSync(state, { recursive: true });
  cpSync(backup, state, { recursive: true });
  expect(await events(repo, second)).toEqual(whole);
  expect((await pawl(repo, ['undo', second])).code).toBe(0);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
  expect(git(repo, 'status', '--porcelain')).toBe('');
});

test.for([
  ['where something is already', '../workflow.yml', 'is there already'],
  ['within the work tree', 'state', 'a part of the work'],
  ['where nobody may write', '/proc/state', 'Cannot write a backup'],
] as const)('a backup %s is refused and leaves nothing', async ([, target, words]) => {
  const { repo } = await used();
  const { code, stderr } = await pawl(repo, ['backup', target]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  expect(readdirSync(join(repo, '..')).filter((name) => name.includes('.tmp'))).toEqual([]);
});

test('a journal that was copied without its log while a run was at work is pointed out', async () => {
  const repo = repository();
  await killedRun(repo, 'true');
  rmSync(join(repo, '.pawl', 'journal.db-wal'));
  const found = linesOf((await pawl(repo, ['doctor', '--json'])).stdout);
  expect(found).toContainEqual(expect.objectContaining({ what: 'copy', state: 'poor', hint: expect.stringContaining('pawl backup') }));
});

test('a log that a long reader has let grow is reported with who reads, and cut back once it is free', async () => {
  const { repo, state, file } = await used();
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM events').get();
  const writer = new DatabaseSync(file);
  writer.exec('CREATE TABLE filler (x BLOB); PRAGMA synchronous = OFF');
  for (let mb = 0; mb < 70; mb++) writer.exec('INSERT INTO filler VALUES (zeroblob(1000000))');
  writer.exec('DROP TABLE filler');
  const found = linesOf((await pawl(repo, ['doctor', '--json'])).stdout);
  expect(found).toContainEqual(
    expect.objectContaining({ what: 'log', state: 'poor', found: expect.stringContaining(`process ${process.pid} (`) }),
  );
  reader.exec('COMMIT');
  expect((await pawl(repo, scripted(repo, workflow))).code).toBe(0);
  expect(statSync(join(state, 'journal.db-wal')).size).toBeLessThan(9e6);
  writer.close();
  reader.close();
});
