import type { Snapshot } from '../core/events/event-parts.ts';
import type { KnownState, RunPlace, Workspace } from '../ports/workspace.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';

/** A work tree under test, with what a person or an agent can do to it from outside. */
export interface WorkspaceUnderTest {
  readonly workspace: Workspace;
  /** The same work tree after the process that owned it has died. */
  reopen(): Workspace;
  /** Writes a file of the work tree; null removes it. */
  write(path: string, content: string | null): Promise<void>;
  /** A file's content; null when there is none. */
  read(path: string): Promise<string | null>;
  /** Puts a file into the staging area. */
  stage(path: string): Promise<void>;
  /** Commits what is staged, as a person would. */
  commit(message: string): Promise<void>;
  /** What is staged, branches, HEAD and its commit, and the untracked files, as text that can be compared. */
  status(): Promise<string>;
  /** Subjects of the commits that HEAD has, newest first. */
  subjects(): Promise<string[]>;
}

const known = (...snapshots: readonly Snapshot[]): KnownState[] => snapshots.map((snapshot) => ({ snapshot, commit: null }));

const run: RunPlace = { run: 'c2tt', slug: 'contract', ownBranch: true };

/**
 * What every `Workspace` must do. `make` gives a fresh repository on branch main with one commit that holds `a.txt` ("one\n")
 * and `b.txt` ("bee\n"), and nothing else.
 */
export function workspaceContract({ test, expect }: ContractKit, make: () => Promise<WorkspaceUnderTest>): void {
  const started = async (place: RunPlace = run): Promise<WorkspaceUnderTest & { take(name: string): Promise<Snapshot> }> => {
    const under = await make();
    okValue(await under.workspace.prepare(place));
    return { ...under, take: async (name) => okValue(await under.workspace.snapshot(place, name, 'before')).snapshot };
  };

  test('the folder of Pawl can be hidden without a run: nothing that a person sees changes, and a run begins after it as ever', async () => {
    const under = await make();
    const before = await under.status();
    okValue(await under.workspace.hide());
    okValue(await under.workspace.hide());
    expect(await under.status()).toBe(before);
    okValue(await under.workspace.prepare(run));
    const { snapshot } = okValue(await under.workspace.snapshot(run, 'before', 'before'));
    okValue(await under.reopen().hide());
    expect(okValue(await under.workspace.differsFrom(run, snapshot))).toBe(null);
  });

  test('inspect tells where HEAD is and how much is uncommitted, and changes nothing', async () => {
    const under = await make();
    await under.write('notes.txt', 'mine\n');
    const before = await under.status();
    const report = okValue(await under.workspace.inspect());
    expect(report.facts.kind).toBe('git');
    expect(report.facts.branch).toBe('main');
    expect(report.facts.dirtyFiles).toBe(1);
    expect(report.obstacle).toBe(null);
    expect(await under.status()).toBe(before);
  });

  test('changesSince tells what is as in none of the states, files apart from the rest', async () => {
    const under = await started();
    const one = await under.take('one');
    await under.write('a.txt', 'two\n');
    const two = await under.take('two');
    expect(okValue(await under.workspace.changesSince(run, known(two)))).toEqual({ files: [], staged: false, besides: null });
    expect(okValue(await under.workspace.changesSince(run, known(one)))).toEqual({ files: ['a.txt'], staged: false, besides: null });
    expect(okValue(await under.workspace.changesSince(run, known(one, two)))).toEqual({ files: [], staged: false, besides: null });
    await under.write('b.txt', 'other\n');
    await under.stage('b.txt');
    expect(okValue(await under.workspace.changesSince(run, known(one, two)))).toEqual({ files: ['b.txt'], staged: true, besides: null });
    await under.commit('mine');
    expect(okValue(await under.workspace.changesSince(run, known(one, two))).besides).toContain('main');
  });

  test('a snapshot touches nothing, and the same state has the same id', async () => {
    const under = await started();
    await under.write('notes.txt', 'mine\n');
    await under.write('b.txt', 'staged\n');
    await under.stage('b.txt');
    const before = await under.status();
    const [one, other] = [await under.take('one'), await under.take('other')];
    expect(await under.status()).toBe(before);
    expect(one.id).toBe(other.id);
    expect(okValue(await under.workspace.differsFrom(run, one))).toBe(null);
  });

  test('a restore gives back files, staging and commits exactly, and says how many paths it changed', async () => {
    const under = await started();
    await under.write('notes.txt', 'mine\n');
    await under.write('b.txt', 'staged\n');
    await under.stage('b.txt');
    const before = await under.status();
    const to = await under.take('before');
    await under.write('a.txt', 'broken\n');
    await under.write('notes.txt', null);
    await under.write('junk/deep.txt', 'x\n');
    await under.stage('junk/deep.txt');
    await under.commit('sneaky');
    expect(okValue(await under.workspace.differsFrom(run, to))).not.toBe(null);
    const left = await under.take('left');
    const report = okValue(await under.workspace.restore(run, to, left));
    expect(report.paths).toBe(3);
    expect(await under.status()).toBe(before);
    expect(await under.read('a.txt')).toBe('one\n');
    expect(await under.read('notes.txt')).toBe('mine\n');
    expect(await under.read('junk/deep.txt')).toBe(null);
    expect(okValue(await under.workspace.differsFrom(run, to))).toBe(null);
    // Done twice is done.
    expect(okValue(await under.reopen().restore(run, to, left)).paths).toBe(0);
    expect(await under.status()).toBe(before);
  });

  test('what was left can be gone back to as well', async () => {
    const under = await started();
    const to = await under.take('before');
    await under.write('a.txt', 'tried\n');
    const left = await under.take('left');
    okValue(await under.workspace.restore(run, to, left));
    okValue(await under.workspace.restore(run, left, await under.take('again')));
    expect(await under.read('a.txt')).toBe('tried\n');
  });

  test('a commit holds only what the iteration changed and leaves the rest of the person as it was', async () => {
    const under = await started();
    await under.write('notes.txt', 'mine\n');
    await under.write('b.txt', 'my edit\n');
    const before = await under.take('before');
    await under.write('a.txt', 'better\n');
    await under.stage('notes.txt');
    const plan = okValue(await under.workspace.planCommit(run, before, await under.take('after'), 'contract: fix iteration 1'));
    if (plan === null) throw new Error('nothing planned');
    expect(plan.paths).toBe(1);
    expect(plan.alsoYours).toEqual([]);
    okValue(await under.workspace.commit(run, before, plan));
    expect(await under.subjects()).toEqual(['contract: fix iteration 1', 'first']);
    expect(await under.read('b.txt')).toBe('my edit\n');
    const after = await under.status();
    // A crash after the last step: the same commit again is done already.
    okValue(await under.reopen().commit(run, before, plan));
    expect(await under.status()).toBe(after);
  });

  test('the files of a planned commit and their names are looked through, and no others', async () => {
    const under = await started();
    await under.write('b.txt', 'sought by me\n');
    const before = await under.take('before');
    await under.write('a.txt', 'sought\n');
    await under.write('new.txt', 'one\ntwo sought');
    await under.write('other.txt', '');
    await under.write('sought by name.txt', 'three');
    const plan = okValue(await under.workspace.planCommit(run, before, await under.take('after'), 'contract: x'));
    if (plan === null) throw new Error('nothing planned');
    const seen: string[] = [];
    const isSought = (bytes: Uint8Array): boolean => {
      seen.push(new TextDecoder().decode(bytes));
      return seen.at(-1)?.includes('sought') === true;
    };
    expect(okValue(await under.workspace.searchPlan(run, plan, isSought))).toEqual(['a.txt', 'new.txt', 'sought by name.txt']);
    const names = ['a.txt', 'new.txt', 'other.txt', 'sought by name.txt'];
    expect(seen.toSorted()).toEqual([...names, 'sought\n', 'one\ntwo sought', '', 'three'].toSorted());
  });

  test('a file that also held edits of the person is named', async () => {
    const under = await started();
    await under.write('b.txt', 'my edit\n');
    const before = await under.take('before');
    await under.write('b.txt', 'my edit, and more\n');
    const plan = okValue(await under.workspace.planCommit(run, before, await under.take('after'), 'contract: x'));
    expect(plan?.alsoYours).toEqual(['b.txt']);
  });

  test('an iteration that changed nothing plans nothing', async () => {
    const under = await started();
    const before = await under.take('before');
    expect(okValue(await under.workspace.planCommit(run, before, await under.take('after'), 'contract: x'))).toBe(null);
  });

  test('apply brings the branch to the last commit and goes back to it; undo takes the run back as a whole', async () => {
    const under = await started();
    const start = await under.take('start');
    const before = await under.status();
    await under.write('a.txt', 'better\n');
    const plan = okValue(await under.workspace.planCommit(run, start, await under.take('after'), 'contract: x'));
    if (plan === null) throw new Error('nothing planned');
    okValue(await under.workspace.commit(run, start, plan));
    okValue(await under.workspace.apply(run, { branch: 'main', head: start.head }, plan.commit));
    const facts = okValue(await under.workspace.inspect()).facts;
    expect(facts.branch).toBe('main');
    expect(facts.head).toBe(plan.commit);
    okValue(await under.workspace.restore(run, start, await under.take('left')));
    expect(await under.status()).toBe(before);
    expect(await under.read('a.txt')).toBe('one\n');
  });

  test('what a run keeps is counted and let go', async () => {
    const under = await started();
    await under.take('one');
    const kept = okValue(await under.workspace.kept());
    expect(kept.length).toBe(1);
    expect(kept[0]?.run).toBe(run.run);
    okValue(await under.workspace.forget(run.run));
    expect(okValue(await under.workspace.kept())).toEqual([]);
  });
}
