import type { Snapshot } from '../core/events/event-parts.ts';
import type { OwnTree, Trees } from '../ports/trees.ts';
import type { RunPlace, Workspace } from '../ports/workspace.ts';
import type { ContractKit } from './contract-kit.ts';
import { okValue } from './ok-value.ts';

/** A work tree with trees beside it, and what a person or an agent can do to any of them from outside. */
export interface TreesUnderTest {
  /** Over the user's work tree. */
  readonly workspace: Workspace;
  readonly trees: Trees;
  /** The same trees after the process that owned them has died. */
  reopen(): Trees;
  /** The user's folder in which the run works. */
  readonly cwd: string;
  /** Writes a file of the work tree whose commands run in `cwd`; null removes it. */
  write(cwd: string, path: string, content: string | null): Promise<void>;
  /** A file's content; null when there is none. */
  read(cwd: string, path: string): Promise<string | null>;
  /** What git says of a work tree: branch, what is staged and changed, untracked files, subjects of HEAD's commits. */
  status(cwd: string): Promise<string>;
  /** Commits everything there, as an agent would. */
  commit(cwd: string, message: string): Promise<void>;
  /** Whether a folder is there. */
  exists(path: string): Promise<boolean>;
}

const run: RunPlace = { run: 't3ee', slug: 'contract', ownBranch: true };

/**
 * What every `Trees` must do. `make` gives a fresh repository on branch main with one commit that holds `a.txt` (lines "1" to "9") and
 * `b.txt` ("bee\n"), and nothing else.
 */
export function treesContract({ test, expect }: ContractKit, make: () => Promise<TreesUnderTest>): void {
  const started = async () => {
    const under = await make();
    okValue(await under.workspace.prepare(run));
    const record = async (workspace: Workspace, name: string): Promise<Snapshot> =>
      okValue(await workspace.snapshot(run, name, 'base')).snapshot;
    const ours = (name: string) => record(under.workspace, name);
    const grow = async (name: string, from: Snapshot): Promise<OwnTree & { take(as: string): Promise<Snapshot> }> => {
      okValue(await under.trees.make(run, name, from));
      const tree = await under.trees.at(run, name);
      return { ...tree, take: (as) => record(tree.workspace, as) };
    };
    return { ...under, ours, grow };
  };

  test('a tree is in the very state it is made from, with what the person has not committed', async () => {
    const under = await started();
    await under.write(under.cwd, 'b.txt', 'mine\n');
    await under.write(under.cwd, 'notes.txt', 'mine too\n');
    const base = await under.ours('base');
    const tree = await under.grow('one', base);
    expect(await under.read(tree.cwd, 'b.txt')).toBe('mine\n');
    expect(await under.read(tree.cwd, 'notes.txt')).toBe('mine too\n');
    expect(await under.status(tree.cwd)).toBe(await under.status(under.cwd));
    expect((await tree.take('same')).tree).toBe(base.tree);
  });

  test('what is done in a tree does not show in the work tree of the user, nor the other way round', async () => {
    const under = await started();
    const before = await under.status(under.cwd);
    const tree = await under.grow('one', await under.ours('base'));
    await under.write(tree.cwd, 'a.txt', 'agent\n');
    await under.commit(tree.cwd, 'sneaky');
    expect(await under.status(under.cwd)).toBe(before);
    const inTree = await under.status(tree.cwd);
    await under.write(under.cwd, 'b.txt', 'mine\n');
    expect(await under.status(tree.cwd)).toBe(inTree);
  });

  test('a tree is recorded, put back and committed in as the work tree of the user is', async () => {
    const under = await started();
    const tree = await under.grow('one', await under.ours('base'));
    const before = await tree.take('before');
    await under.write(tree.cwd, 'a.txt', 'broken\n');
    const report = okValue(await tree.workspace.restore(run, before, await tree.take('left')));
    expect(report.paths).toBe(1);
    await under.write(tree.cwd, 'b.txt', 'better\n');
    const plan = okValue(await tree.workspace.planCommit(run, before, await tree.take('after'), 'contract: better'));
    if (plan === null) throw new Error('nothing planned');
    expect(plan.paths).toBe(1);
    okValue(await tree.workspace.commit(run, before, plan));
    expect(await under.status(tree.cwd)).toContain('contract: better');
    expect(await under.status(under.cwd)).not.toContain('contract: better');
  });

  test('a tree of the same name is made anew, and one that was made is there for the next process', async () => {
    const under = await started();
    const base = await under.ours('base');
    await under.write((await under.grow('one', base)).cwd, 'junk.txt', 'x\n');
    const tree = await under.grow('one', base);
    expect(await under.read(tree.cwd, 'junk.txt')).toBe(null);
    await under.write(tree.cwd, 'a.txt', 'agent\n');
    const again = await under.reopen().at(run, 'one');
    expect(again.cwd).toBe(tree.cwd);
    const { snapshot } = okValue(await again.workspace.snapshot(run, 'theirs', 'theirs'));
    expect(snapshot.tree).not.toBe(base.tree);
  });

  test('what differs in both is merged, may be put into the work tree of the user, and be taken back', async () => {
    const under = await started();
    const base = await under.ours('base');
    const tree = await under.grow('one', base);
    await under.write(tree.cwd, 'a.txt', lines('first', 2, 9));
    await under.write(tree.cwd, 'new/theirs.txt', 'theirs\n');
    await under.write(under.cwd, 'a.txt', lines(null, 1, 8, 'last'));
    await under.write(under.cwd, 'b.txt', null);
    const before = await under.status(under.cwd);
    const ours = await under.ours('ours');
    const { merged, conflicts } = okValue(await under.trees.merge(run, 'one', { base, theirs: await tree.take('theirs'), ours }, 'merged'));
    expect(conflicts).toEqual([]);
    if (merged === null) throw new Error('not merged');
    expect(await under.status(under.cwd)).toBe(before);
    expect(merged.head).toBe(ours.head);
    okValue(await under.workspace.restore(run, merged, ours));
    expect(await under.read(under.cwd, 'a.txt')).toBe(lines('first', 2, 8, 'last'));
    expect(await under.read(under.cwd, 'new/theirs.txt')).toBe('theirs\n');
    expect(await under.read(under.cwd, 'b.txt')).toBe(null);
    expect(okValue(await under.workspace.differsFrom(run, merged))).toBe(null);
    okValue(await under.workspace.restore(run, ours, await under.ours('left')));
    expect(await under.status(under.cwd)).toBe(before);
    expect(await under.read(under.cwd, 'a.txt')).toBe(lines(null, 1, 8, 'last'));
  });

  test('where both have changed the same, nothing is merged and the paths are named', async () => {
    const under = await started();
    const base = await under.ours('base');
    const tree = await under.grow('one', base);
    await under.write(tree.cwd, 'a.txt', lines('theirs', 2, 9));
    await under.write(tree.cwd, 'b.txt', 'theirs\n');
    await under.write(tree.cwd, 'clean.txt', 'theirs\n');
    await under.write(under.cwd, 'a.txt', lines('ours', 2, 9));
    await under.write(under.cwd, 'b.txt', null);
    const before = await under.status(under.cwd);
    const states = { base, theirs: await tree.take('theirs'), ours: await under.ours('ours') };
    expect(okValue(await under.trees.merge(run, 'one', states, 'merged'))).toEqual({ merged: null, conflicts: ['a.txt', 'b.txt'] });
    expect(await under.status(under.cwd)).toBe(before);
    expect(await under.read(under.cwd, 'clean.txt')).toBe(null);
  });

  test('a run removes its trees; what was recorded in them can still be merged and put back', async () => {
    const under = await started();
    const base = await under.ours('base');
    const [one, other] = [await under.grow('one', base), await under.grow('other', base)];
    await under.write(one.cwd, 'a.txt', 'agent\n');
    await under.commit(one.cwd, 'agent');
    const theirs = await one.take('theirs');
    okValue(await under.trees.removeAll(run));
    expect(await under.exists(one.cwd)).toBe(false);
    expect(await under.exists(other.cwd)).toBe(false);
    const ours = await under.ours('ours');
    const { merged } = okValue(await under.reopen().merge(run, 'one', { base, theirs, ours }, 'merged'));
    if (merged === null) throw new Error('not merged');
    okValue(await under.workspace.restore(run, merged, ours));
    expect(await under.read(under.cwd, 'a.txt')).toBe('agent\n');
    okValue(await under.trees.removeAll(run));
    okValue(await under.trees.removeAll({ ...run, run: 'n0ne' }));
  });

  test('a tree that was not made is refused', async () => {
    const under = await started();
    const answer = await (await under.trees.at(run, 'none')).workspace.snapshot(run, 'x', 'before');
    expect(answer.ok ? null : answer.failure.kind).toBe('refused');
  });
}

/** The numbers from `from` to `to`, a line each, with other lines around them. */
function lines(before: string | null, from: number, to: number, after: string | null = null): string {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
  return [...(before === null ? [] : [before]), ...numbers, ...(after === null ? [] : [after])].map((line) => `${line}\n`).join('');
}
