import type { RestoreReport, Snapshot, SnapshotPurpose } from '../../../../core/events/event-parts.ts';
import type { Failure } from '../../../../core/model/failure.ts';
import { ok, type Result } from '../../../../core/model/result.ts';
import type { RunPlace, Workspace } from '../../../../ports/workspace.ts';
import { shownList } from '../paths/byte-path.ts';
import { attempt } from '../trouble.ts';

/** What a workspace over a tree needs of whoever made the tree. */
export interface Sharing {
  /** Before each verb: puts the place itself right, or refuses. */
  standUp(): void;
  /** Makes a snapshot that was taken in the tree one of the user's repository; gives its name there, and what it does not cover. */
  share(run: RunPlace, snapshot: Snapshot): Promise<{ readonly ref: string; readonly nested: readonly string[] }>;
  /** The same for what a restore has recorded besides. */
  shareMore(run: RunPlace): Promise<void>;
}

/** The workspace over a tree: the very one that is over the user's, but that what it records is found in the user's repository. */
export function ownWorkspace(inner: Workspace, sharing: Sharing): Workspace {
  const standing =
    <A extends readonly unknown[], T>(verb: (...args: A) => Promise<Result<T, Failure>>) =>
    async (...args: A): Promise<Result<T, Failure>> => {
      const ready = await attempt(async () => sharing.standUp());
      return ready.ok ? verb(...args) : ready;
    };

  const snapshot = async (run: RunPlace, name: string, purpose: SnapshotPurpose) => {
    const taken = await inner.snapshot(run, name, purpose);
    if (!taken.ok) return taken;
    const { snapshot: inTree, warnings } = taken.value;
    const shared = await attempt(() => sharing.share(run, inTree));
    if (!shared.ok) return shared;
    const { ref, nested } = shared.value;
    const said =
      purpose === 'theirs' && nested.length > 0
        ? [`made in a work tree of its own and not merged, as they are repositories: ${shownList(nested, 5)}`]
        : [];
    return ok({ snapshot: { ...inTree, ref }, warnings: [...warnings, ...said] });
  };

  const restore = async (run: RunPlace, to: Snapshot, left: Snapshot): Promise<Result<RestoreReport, Failure>> => {
    const restored = await inner.restore(run, to, left);
    const shared = restored.ok ? await attempt(() => sharing.shareMore(run)) : restored;
    return shared.ok ? restored : shared;
  };

  return {
    inspect: standing(inner.inspect),
    prepare: standing(inner.prepare),
    hide: standing(inner.hide),
    snapshot: standing(snapshot),
    restore: standing(restore),
    planCommit: standing(inner.planCommit),
    searchPlan: standing(inner.searchPlan),
    commit: standing(inner.commit),
    apply: standing(inner.apply),
    differsFrom: standing(inner.differsFrom),
    changesSince: standing(inner.changesSince),
    kept: standing(inner.kept),
    forget: standing(inner.forget),
  };
}
