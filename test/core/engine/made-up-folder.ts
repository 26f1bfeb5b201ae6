import type { Intent } from '../../../src/core/events/event.ts';
import type { CommitPlan, Snapshot } from '../../../src/core/events/event-parts.ts';

/**
 * A work tree of one text and its commits, with just enough truth to see whether the engine asks for the right things in the
 * right order: a snapshot is what the text is now, a restore makes it so again, a commit moves the head.
 */
export class MadeUpFolder {
  text: string;
  head = 'commit-0';
  readonly snapshots = new Map<string, { readonly text: string; readonly head: string }>();
  private halfRestored: string | null = null;
  private readonly taken = new Set<string>();

  constructor(text = 'yours') {
    this.text = text;
  }

  write(mark: string): void {
    this.text += `+${mark}`;
  }

  snapshot(name: string): Snapshot {
    if (this.taken.has(name)) throw new Error(`the name ${name} is taken`);
    this.taken.add(name);
    this.snapshots.set(name, { text: this.text, head: this.head });
    return { id: name, tree: this.text, head: this.head, ref: `refs/pawl/r/${name}` };
  }

  plan(before: Snapshot, after: Snapshot, subject: string): CommitPlan | null {
    if (before.tree === after.tree) return null;
    const commit = `commit-${after.id}`;
    return {
      commit,
      tree: after.tree,
      parent: before.head,
      ref: 'refs/heads/own',
      subject,
      paths: 1,
      insertions: 1,
      deletions: 0,
      alsoYours: [],
      discarded: [],
    };
  }

  /** May be asked for again. */
  commit(plan: CommitPlan): void {
    if (plan.commit === this.head) return;
    if (plan.parent !== this.head || plan.tree !== this.text) throw new Error('the commit does not fit the folder');
    this.head = plan.commit;
  }

  /** What both sides added, ours first; recorded, and in no folder yet. */
  merged({ base, theirs, ours, name }: Extract<Intent, { type: 'merge.requested' }>): Snapshot {
    const text = ours.tree + theirs.tree.slice(base.tree.length);
    this.snapshots.set(name, { text, head: ours.head as string });
    return { id: name, tree: text, head: ours.head, ref: `refs/pawl/r/${name}` };
  }

  /** May be asked for again, also where it was stopped half way. */
  restore(to: Snapshot, left: Snapshot): void {
    const known = this.snapshots.get(to.id);
    if (known === undefined) throw new Error(`there is no snapshot ${to.id}`);
    if (this.halfRestored !== to.id && (left.tree !== this.text || left.head !== this.head))
      throw new Error('what is left behind was not recorded');
    this.text = known.text;
    this.head = known.head;
    this.halfRestored = null;
  }

  /** As a process leaves it that dies while it puts something back. */
  restoreHalf(to: Snapshot): void {
    this.halfRestored = to.id;
    this.text = 'half put back';
  }
}
