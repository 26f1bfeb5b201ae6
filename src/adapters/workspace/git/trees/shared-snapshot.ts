import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../../../../core/events/event-parts.ts';
import type { Place } from '../place/place.ts';
import { type Refs, readRefs } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import { commitsOf, hold, holdTree } from '../snapshot/hold.ts';
import type { State } from '../snapshot/state.ts';
import { allOf } from '../trouble.ts';

/*
 * What is recorded in a tree is to be found in the user's repository, also when the tree is gone. Its files are written there from the
 * start; what an agent has committed or staged lies in the tree's own objects and is brought over.
 */

/** Holds a snapshot that was taken in a tree; gives its name there. `user` must have a shadow of its own: see `besidePlace`. */
export async function shareSnapshot(user: Repository, tree: Place, run: string, snapshot: Snapshot, state: State): Promise<string> {
  const { held } = await readRefs(user.git, user.place, run);
  await bringOver(user, tree, [state.tree, ...(state.stagingTree === null ? [] : [state.stagingTree]), ...commitsOf(state)], held);
  return hold(user, run, snapshot.ref, state, held);
}

/** Holds what a restore has recorded besides: states that came to light while it put things back. */
export async function shareMore(user: Repository, tree: Repository, run: string): Promise<void> {
  const [{ held }, { held: inTree }] = await allOf([readRefs(user.git, user.place, run), readRefs(tree.git, tree.place, run)]);
  const base = `refs/pawl/${run}/`;
  const more = [...inTree].filter(([name]) => name.includes('.more-') && !held.has(name));
  await bringOver(
    user,
    tree.place,
    more.map(([, oid]) => oid),
    held,
  );
  for (const [name, oid] of more) await holdTree(user.git, user.place, run, name.slice(base.length), oid);
}

async function bringOver(user: Repository, tree: Place, wanted: readonly string[], held: Refs): Promise<void> {
  if (!hasOwnObjects(tree)) return;
  const known = new Set(held.values());
  const oids = [...new Set(wanted)].filter((oid) => !known.has(oid));
  if (oids.length === 0) return;
  const pack = join(user.place.commonDir, 'objects', 'pack');
  mkdirSync(pack, { recursive: true });
  // With the tree's shadow, which reads both and has no configuration of anybody's. Objects that a partial clone lacks stay away.
  await user.git.shadow(
    tree,
    ['pack-objects', '--revs', '--missing=allow-any', '--non-empty', '--delta-base-offset', '-q', join(pack, 'pack')],
    {
      stdin: `${oids.join('\n')}\n--not\n${[...known].join('\n')}\n`,
      options: ['-c', 'core.fsync=loose-object,pack,pack-metadata', '-c', 'core.fsyncMethod=fsync'],
    },
  );
}

const hasOwnObjects = ({ gitDir }: Place): boolean => {
  const objects = join(gitDir, 'objects');
  return (
    namesIn(objects).some((name) => /^[0-9a-f]{2}$/.test(name)) || namesIn(join(objects, 'pack')).some((name) => name.endsWith('.idx'))
  );
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
