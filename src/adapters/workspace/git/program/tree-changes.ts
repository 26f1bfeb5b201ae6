/** One path that differs between two trees, or a tree and an index. Modes are git's; '000000' and an all-zero id where it is not there. */
export interface TreeChange {
  readonly path: string;
  readonly status: 'A' | 'D' | 'M' | 'T' | 'U';
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldOid: string;
  readonly newOid: string;
}

/** Reads the output of `git diff-tree -r -z --raw --no-renames` and its sisters. */
export function parseChanges(output: Buffer): TreeChange[] {
  const parts = output.toString('latin1').split('\0');
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode, newMode, oldOid, newOid, status] = (parts[at] as string).slice(1).split(' ') as [
      string,
      string,
      string,
      string,
      string,
    ];
    changes.push({ path: parts[at + 1] as string, status: status[0] as TreeChange['status'], oldMode, newMode, oldOid, newOid });
  }
  return changes;
}

/** Options that make a diff raw, exact and without any program of the user's. */
export const rawDiff = ['--raw', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'];
