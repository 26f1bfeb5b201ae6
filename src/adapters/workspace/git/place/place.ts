import { join } from 'node:path';
import type { GitLink } from './git-link.ts';

/** Where everything of one work tree lies; absolute paths. */
export interface Place {
  readonly cwd: string;
  /** Top of the work tree. */
  readonly root: string;
  /** What is this work tree's own: HEAD, the index. */
  readonly gitDir: string;
  /** What linked work trees share: objects, refs, configuration, hooks. */
  readonly commonDir: string;
  /** What `.git` at the root is where it only leads to the git folder; null where it is that folder. */
  readonly gitLink?: GitLink | null;
  readonly objectFormat: 'sha1' | 'sha256';
  /** Pawl's own folder for this work tree. */
  readonly stateDir: string;
  readonly shadowDir: string;
  /** Object folder of another repository, where snapshots are kept instead of in the repository's own. */
  readonly snapshotObjects?: string;
}

/** How long an object's id is in this repository. */
export const oidBytesOf = (place: Place): number => (place.objectFormat === 'sha256' ? 32 : 20);

/** Pawl's folder unless another is given. */
export const stateDirOf = (root: string): string => join(root, '.pawl');
