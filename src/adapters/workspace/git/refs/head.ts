import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import { ioTrouble } from '../trouble.ts';
import { refNameOf } from './ref-name.ts';
import { type Refs, resolve } from './refs.ts';

/** Where HEAD points: to a branch (which may not exist yet) or straight to a commit. */
export type Head = { readonly branch: string } | { readonly commit: string };

/** Reads HEAD from its file: no process, and no trouble where it names a branch that does not exist yet. */
export async function readHead(place: Place): Promise<Head> {
  return headFrom(await readFile(join(place.gitDir, 'HEAD')), join(place.gitDir, 'HEAD'));
}

/** HEAD in the bytes of its file; an io failure that names `file` where they are neither a branch nor a commit. */
export function headFrom(bytes: Buffer, file: string): Head {
  const text = refNameOf(bytes);
  const symbolic = /^ref:[ \t]*(refs\/[^ \t\r\n]+)[ \t\r\n]*$/.exec(text);
  if (symbolic) return { branch: symbolic[1] as string };
  const commit = /^([0-9a-f]{40}|[0-9a-f]{64})\s*$/.exec(text);
  if (commit) return { commit: commit[1] as string };
  throw ioTrouble(`${file} holds neither a branch nor a commit`, 'Repair it (git fsck), then try again.');
}

export const sameHead = (one: Head, other: Head): boolean =>
  'branch' in one ? 'branch' in other && one.branch === other.branch : 'commit' in other && one.commit === other.commit;

/** The commit HEAD stands at; null on a branch without one. */
export function headCommit(head: Head, refs: Refs): string | null {
  if ('commit' in head) return head.commit;
  const at = resolve(head.branch, refs);
  return at ?? null;
}
