import { join } from 'node:path';
import type { Place } from './place.ts';

/** The object folders of a repository in which its snapshots may lie: that of others, to which they are written then, and its own. */
export const objectFoldersOf = ({ commonDir, snapshotObjects }: Place): string[] => [
  ...(snapshotObjects === undefined ? [] : [snapshotObjects]),
  join(commonDir, 'objects'),
];
