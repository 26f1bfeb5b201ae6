import type { Occurrence } from '../core/tasks/occurrence.ts';
import type { Owner } from '../ports/ownership.ts';
import type { OccurrenceClaim, TaskChange, Tasks } from '../ports/tasks.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';
import { sampleOccurrence, sampleTask } from './sample-tasks.ts';

/** A fresh subject for one test: two views of the same tasks, of which there are none. They may be the same object. */
export interface TasksSubject {
  readonly mine: Tasks;
  readonly theirs: Tasks;
}

const owner: Owner = { run: 'a server', pid: 4711, host: 'elsewhere.example' };
const change = (task: TaskChange['task'], more: Partial<TaskChange> = {}): TaskChange => ({
  task,
  create: [],
  cancel: [],
  atMs: 2000,
  ...more,
});

/** Writes a task with one occurrence that waits, and gives that. */
async function withOne(tasks: Tasks, name = 'triage'): Promise<Occurrence> {
  const applied = okValue(await tasks.apply(change(sampleTask(name), { create: [sampleOccurrence('event:1')] })));
  if (!applied.applied) throw new Error(applied.why);
  return applied.created[0] as Occurrence;
}

async function claimOf(tasks: Tasks, run: string): Promise<OccurrenceClaim> {
  const claim = okValue(await tasks.claim(run, owner, 3000));
  if (claim === null) throw new Error(`${run} is not to be had`);
  return claim;
}

/** What every `Tasks` must do within one process. That a dead process owns nothing is for each adapter's own tests. */
export function tasksContract({ test, expect }: ContractKit, subject: () => Promise<TasksSubject>): void {
  test('a task and its occurrence are read back as they were written, by name', async () => {
    const { mine, theirs } = await subject();
    const occurrence = await withOne(mine);
    await theirs.apply(change(sampleTask('a first one')));
    const now = okValue(await theirs.read());
    expect(now.tasks).toEqual([sampleTask('a first one'), sampleTask('triage')]);
    expect([now.open, now.over]).toEqual([[occurrence], []]);
    expect(occurrence).toMatchObject({
      task: 'id-triage',
      key: 'event:1',
      state: 'waiting',
      epoch: 0,
      createdAtMs: 2000,
      startedAtMs: null,
    });
  });

  test('a change that is based on an older state is not applied, whoever made the newer one', async () => {
    const { mine, theirs } = await subject();
    await withOne(mine);
    expect(okValue(await theirs.apply(change(sampleTask('triage', { revision: 2, enabled: false }))))).toEqual({
      applied: true,
      created: [],
    });
    const late = change(sampleTask('triage', { revision: 2 }), { create: [sampleOccurrence('event:2')] });
    expect(okValue(await mine.apply(late))).toEqual({ applied: false, why: 'moved' });
    expect(okValue(await mine.apply(change(sampleTask('nothing', { revision: 2 }))))).toEqual({ applied: false, why: 'moved' });
    const now = okValue(await mine.read());
    expect([now.tasks[0]?.enabled, now.open.length]).toEqual([false, 1]);
  });

  test('no two tasks have one name or one description', async () => {
    const { mine } = await subject();
    await withOne(mine);
    expect(okValue(await mine.apply(change({ ...sampleTask('triage'), id: 'other', description: 'else' })))).toEqual({
      applied: false,
      why: 'name',
    });
    const same = { ...sampleTask('other'), description: 'what triage does' };
    expect(okValue(await mine.apply(change(same)))).toEqual({ applied: false, why: 'description' });
    expect(okValue(await mine.apply(change(sampleTask('triage', { revision: 2 }))))).toEqual({ applied: true, created: [] });
  });

  test('an occurrence of a key is created once, whoever decides it and whatever became of it', async () => {
    const { mine, theirs } = await subject();
    const { run } = await withOne(mine);
    const again = { create: [sampleOccurrence('event:1'), sampleOccurrence('event:2')] };
    const second = okValue(await theirs.apply(change(sampleTask('triage', { revision: 2 }), again)));
    expect(second.applied && second.created.map(({ key }) => key)).toEqual(['event:2']);
    const claim = await claimOf(mine, run);
    await mine.update(run, claim.occurrence.epoch, { state: 'succeeded', note: null, atMs: 4000 });
    await claim.release();
    expect(okValue(await mine.apply(change(sampleTask('triage', { revision: 3 }), again)))).toEqual({ applied: true, created: [] });
    expect(okValue(await theirs.history('id-triage', 10)).map(({ key, state }) => [key, state])).toEqual([
      ['event:2', 'waiting'],
      ['event:1', 'succeeded'],
    ]);
    expect(okValue(await theirs.history('id-triage', 1)).length).toBe(1);
    expect(okValue(await theirs.find('id-triage', 'event:1'))).toMatchObject({ run, state: 'succeeded', endedAtMs: 4000 });
    expect(okValue(await theirs.find('id-triage', 'event:3'))).toBe(null);
  });

  test('the run of an occurrence follows from its task and key', async () => {
    const [one, other] = [await subject(), await subject()];
    expect((await withOne(one.mine)).run).toBe((await withOne(other.mine)).run);
  });

  test('one owner at a time has an occurrence, and the next one has a higher epoch', async () => {
    const { mine, theirs } = await subject();
    const { run } = await withOne(mine);
    expect(okValue(await theirs.isFree(run))).toBe(true);
    const claim = await claimOf(mine, run);
    expect(claim.occurrence).toMatchObject({ state: 'running', epoch: 1, startedAtMs: 3000 });
    expect(okValue(await theirs.claim(run, owner, 3000))).toBe(null);
    expect(okValue(await theirs.isFree(run))).toBe(false);
    await claim.release();
    const next = await claimOf(theirs, run);
    expect(next.occurrence.epoch).toBe(2);
    const stale = await mine.update(run, 1, { state: 'failed', note: 'stale', atMs: 4000 });
    expect([stale.ok, stale.ok || stale.failure.kind]).toEqual([false, 'refused']);
    expect(okValue(await theirs.update(run, 2, { state: 'asking', note: 'may I?', atMs: 4000 }))).toMatchObject({
      state: 'asking',
      endedAtMs: null,
    });
    await next.release();
    expect(okValue(await mine.read()).open).toMatchObject([{ run, state: 'asking', note: 'may I?' }] as never);
  });

  test('of several that claim at the same moment one has it', async () => {
    const { mine, theirs } = await subject();
    const { run } = await withOne(mine);
    const claims = await Promise.all([mine, theirs, mine, theirs].map((tasks) => tasks.claim(run, owner, 3000)));
    expect(claims.filter((claim) => okValue(claim) !== null).length).toBe(1);
  });

  test('what is over is claimed by nobody, and its owner can say no more of it', async () => {
    const { mine, theirs } = await subject();
    const { run } = await withOne(mine);
    const claim = await claimOf(mine, run);
    await mine.update(run, 1, { state: 'failed', note: 'no key', atMs: 4000 });
    expect((await mine.update(run, 1, { state: 'succeeded', note: null, atMs: 5000 })).ok).toBe(false);
    await claim.release();
    expect(okValue(await theirs.claim(run, owner, 6000))).toBe(null);
    expect(okValue(await theirs.claim('nothing', owner, 6000))).toBe(null);
    expect((await theirs.update('nothing', 1, { state: 'failed', note: null, atMs: 1 })).ok).toBe(false);
    const now = okValue(await theirs.read());
    expect([now.open, now.over.map(({ state, note }) => [state, note])]).toEqual([[], [['failed', 'no key']]]);
  });

  test('one that has not begun is cancelled at once, one that has is asked to end', async () => {
    const { mine } = await subject();
    const first = await withOne(mine);
    const applied = okValue(await mine.apply(change(sampleTask('triage', { revision: 2 }), { create: [sampleOccurrence('event:2')] })));
    const second = (applied.applied && applied.created[0]) as Occurrence;
    const claim = await claimOf(mine, first.run);
    const cancel = [first, second].map(({ run }) => ({ run, note: 'no more' }));
    await mine.apply(change(sampleTask('triage', { revision: 3 }), { cancel: [...cancel, { run: 'nothing', note: '' }], atMs: 5000 }));
    expect(okValue(await mine.find('id-triage', 'event:1'))).toMatchObject({ state: 'running', cancelAsked: true });
    expect(okValue(await mine.find('id-triage', 'event:2'))).toMatchObject({ state: 'cancelled', endedAtMs: 5000, note: 'no more' });
    await claim.release();
  });

  test('one whose id belongs to another run gets the next, which is its own from then on', async () => {
    const { mine, theirs } = await subject();
    const { run } = await withOne(mine);
    const claim = await claimOf(mine, run);
    expect((await mine.rename(run, 0)).ok).toBe(false);
    const renamed = okValue(await mine.rename(run, claim.occurrence.epoch));
    expect(renamed.run).not.toBe(run);
    expect((await mine.rename(run, 1)).ok).toBe(false);
    await claim.release();
    expect(okValue(await theirs.read()).open.map((each) => each.run)).toEqual([renamed.run]);
    expect((await claimOf(theirs, renamed.run)).occurrence.key).toBe('event:1');
  });

  test('a removed task takes its occurrences along, and its name is free', async () => {
    const { mine, theirs } = await subject();
    await withOne(mine);
    expect([okValue(await theirs.remove('id-triage')), okValue(await theirs.remove('id-triage'))]).toEqual([true, false]);
    const now = okValue(await mine.read());
    expect([now.tasks, now.open, okValue(await mine.history('id-triage', 9))]).toEqual([[], [], []]);
    await withOne(mine);
  });

  test('the revision goes up with each change, and with nothing else', async () => {
    const { mine, theirs } = await subject();
    const seen: number[] = [];
    const look = async (): Promise<void> => void seen.push(okValue(await theirs.revision()));
    await look();
    const { run } = await withOne(mine);
    await look();
    const claim = await claimOf(mine, run);
    await look();
    await mine.update(run, 1, { state: 'succeeded', note: null, atMs: 4000 });
    await claim.release();
    await look();
    await mine.read();
    await mine.apply(change(sampleTask('triage')));
    expect(okValue(await theirs.revision())).toBe(seen.at(-1));
    expect(seen.every((each, at) => at === 0 || each > (seen[at - 1] as number))).toBe(true);
    expect(okValue(await theirs.read()).revision).toBe(seen.at(-1));
  });
}
