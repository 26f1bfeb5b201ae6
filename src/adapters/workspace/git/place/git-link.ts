import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A `.git` that is no folder but leads to one: the file of a linked work tree or a submodule, or a link. `bytes` of a link are its target. */
export interface GitLink {
  readonly link: boolean;
  readonly mode: number;
  readonly bytes: Buffer;
}

/** null where `.git` is a folder, or is not there. */
export function readGitLink(root: string): GitLink | null {
  const path = join(root, '.git');
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) return { link: true, mode: 0, bytes: readlinkSync(path, { encoding: 'buffer' }) };
  return stat?.isFile() ? { link: false, mode: stat.mode & 0o7777, bytes: readFileSync(path) } : null;
}

/** Where the link of a run's work tree is remembered: a later process has no other trace of it once a step has removed it. */
export const gitLinkRecord = (stateDir: string): string => join(stateDir, 'git', 'git-link.json');

/** Whether what stands there now (null = no link) is the other one, byte for byte; permissions do not count. */
export const isSameLink = (one: GitLink | null, other: GitLink): boolean =>
  one !== null && one.link === other.link && one.bytes.equals(other.bytes);
