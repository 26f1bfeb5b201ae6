import type { CommitPlan, Snapshot } from '../../../src/core/events/event-parts.ts';

/**
 * A work tree of one text and its commits, with just enough truth to see whether the engine asks for the right things in the
 * right order: a snapshot is what the text is now, a restore makes it so again, a commit moves the head.
 */
export class MadeUpFolder {
  text = 'yours';
  head = 'commit-0';
  readonly snapshots = new Map<string, { readonly text: string; readonly head: string }>();
  private readonly taken = new Set<string>();

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

  commit(plan: CommitPlan): void {
    if (plan.parent !== this.head || plan.tree !== this.text) throw new Error('the commit does not fit the folder');
    this.head = plan.commit;
  }

  restore(to: Snapshot, left: Snapshot): void {
    const known = this.snapshots.get(to.id);
    if (known === undefined) throw new Error(`there is no snapshot ${to.id}`);
    if (left.tree !== this.text || left.head !== this.head) throw new Error('what is left behind was not recorded');
    this.text = known.text;
    this.head = known.head;
  }
}
