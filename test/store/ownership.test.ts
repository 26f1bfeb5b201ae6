import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { opened } from './opened.ts';

const owning = fileURLToPath(new URL('./owning-process.ts', import.meta.url));

interface Answer {
  readonly owned: boolean;
  readonly owner?: { readonly run: string; readonly pid: number } | null;
}

/** A process that asks for ownership when it is told to, and holds what it owns. */
class Contender {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    const child = spawn(process.execPath, [owning], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    this.child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async ask(folder: string, run: string): Promise<Answer> {
    this.child.stdin?.write(`${folder}\t${run}\n`);
    const line = await this.#lines.next();
    if (line.done) throw new Error('the process ended without an answer');
    return JSON.parse(line.value) as Answer;
  }
}

async function ask(folder: string, run: string): Promise<{ child: ChildProcess; answer: Answer }> {
  const contender = new Contender();
  return { child: contender.child, answer: await contender.ask(folder, run) };
}

const me = { run: 'mine', pid: process.pid, host: hostname() };

test('while a process lives that owns the workspace another is refused, and told its run and pid', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const owner = await ask(folder, 'first');
  expect(owner.answer.owned).toBe(true);
  const { ownership } = await opened(folder);
  expect(await ownership.acquire(me)).toEqual({
    ok: true,
    value: { owned: false, owner: { run: 'first', pid: owner.child.pid, host: hostname() } },
  });
  expect((await ask(folder, 'second')).answer).toMatchObject({ owned: false, owner: { run: 'first', pid: owner.child.pid } });
});

test('a killed owner owns nothing: the next one takes over at once, whatever the note says', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { child } = await ask(folder, 'dead');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toMatchObject({ run: 'dead' });
  const { ownership } = await opened(folder);
  const reader = await opened(folder, { readOnly: true });
  expect([okValue(await ownership.holder()), okValue(await reader.ownership.holder())]).toEqual([null, null]);
  expect(okValue(await ownership.acquire(me)).owned).toBe(true);
  expect((await ask(folder, 'late')).answer).toMatchObject({ owned: false, owner: { run: 'mine', pid: process.pid } });
});

test('a reader sees which living process owns the workspace, and leaves the lock alone', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const before = await opened(folder, { readOnly: true });
  expect(okValue(await before.ownership.holder())).toBe(null);
  expect(existsSync(folder)).toBe(false);
  const { child } = await ask(folder, 'first');
  for (const _ of ['first', 'again']) {
    const { ownership, close } = await opened(folder, { readOnly: true });
    expect(okValue(await ownership.holder())).toEqual({ run: 'first', pid: child.pid, host: hostname() });
    await close();
  }
  expect((await ask(folder, 'late')).answer.owned).toBe(false);
});

test('an owner that ends in order leaves no note', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { child } = await ask(folder, 'orderly');
  child.stdin?.end();
  await once(child, 'exit');
  expect(existsSync(join(folder, 'owner.json'))).toBe(false);
  const { ownership } = await opened(folder);
  expect(okValue(await ownership.acquire(me)).owned).toBe(true);
});

test('closing another store of the folder, in the same process, does not let the lock go', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { ownership } = await opened(folder);
  await ownership.acquire(me);
  const other = await opened(folder);
  expect(okValue(await other.ownership.acquire({ ...me, run: 'other' })).owned).toBe(false);
  await other.close();
  expect((await ask(folder, 'late')).answer.owned).toBe(false);
});

test('closing the store gives the workspace back', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const store = await opened(folder);
  await store.ownership.acquire(me);
  await store.close();
  expect((await ask(folder, 'next')).answer.owned).toBe(true);
});

test.for([
  ['is no JSON', '{"run":'],
  ['names nobody', '{}'],
  ['names a process that is dead', JSON.stringify({ run: 'old', pid: 2 ** 22 + 1, host: hostname() })],
] as const)('a note that %s is not passed on', async ([, note]) => {
  const folder = join(scratchFolder(), '.pawl');
  await ask(folder, 'owner');
  writeFileSync(join(folder, 'owner.json'), note);
  const { ownership } = await opened(folder);
  expect(await ownership.acquire(me)).toEqual({ ok: true, value: { owned: false, owner: null } });
  expect(okValue(await ownership.holder())).toEqual({ run: '', pid: 0, host: '' });
});

test('in fifty races of two processes exactly one becomes the owner, and the other learns which', async () => {
  const folder = scratchFolder();
  const contenders = [new Contender(), new Contender()];
  for (let race = 0; race < 50; race++) {
    const answers = await Promise.all(contenders.map((contender) => contender.ask(join(folder, `${race}`), 'race')));
    expect(answers.map(({ owned }) => owned).sort()).toEqual([false, true]);
    const winner = contenders[answers.findIndex(({ owned }) => owned)];
    expect(answers.find(({ owned }) => !owned)?.owner?.pid).toBe(winner?.child.pid);
  }
});

test('the lock file is opened by SQLite alone, and nothing is ever written to it', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const store = await opened(folder);
  await store.ownership.acquire(me);
  await store.close();
  expect(readFileSync(join(folder, 'lock.db')).length).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['journal.db', 'lock.db']);
});

test.for([
  ['is a folder', (path: string) => mkdirSync(path)],
  ['is a text', (path: string) => writeFileSync(path, 'Not a database. '.repeat(500))],
] as const)('a lock file that %s is a failure with its path, for the owner and for who looks', async ([, spoil]) => {
  const folder = join(scratchFolder(), '.pawl');
  const { ownership } = await opened(folder);
  spoil(join(folder, 'lock.db'));
  const failure = { kind: 'io', message: expect.stringContaining(join(folder, 'lock.db')), hint: expect.any(String) };
  expect(await ownership.acquire(me)).toMatchObject({ ok: false, failure });
  expect(await ownership.holder()).toMatchObject({ ok: false, failure });
});

test('a reader takes no ownership', async () => {
  const folder = join(scratchFolder(), '.pawl');
  const { ownership } = await opened(folder, { readOnly: true });
  expect(await ownership.acquire(me)).toMatchObject({ ok: false, failure: { kind: 'refused' } });
  expect(existsSync(folder)).toBe(false);
});
