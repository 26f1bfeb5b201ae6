import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { allOf, ioTrouble } from '../trouble.ts';
import type { ContentToMerge } from './merged-entries.ts';
import { removeFolder } from './remove-folder.ts';

/** A larger file is no text that lines could be merged of. */
const largestBytes = 32 * 1024 * 1024;

/** So many at once: each is a process, and has three files in memory first. */
const width = 8;

const anyCount = Array.from({ length: 255 }, (_, at) => at + 1);

/**
 * Merges texts by their lines with git's own `merge-file`, which knows no attributes and starts no merge driver. Gives the object id
 * of each by path; null of one that conflicts or is no text.
 */
export async function mergeContents(
  git: Git,
  place: Place,
  contents: readonly ContentToMerge[],
): Promise<ReadonlyMap<string, string | null>> {
  if (contents.length === 0) return new Map();
  const scratch = join(place.shadowDir, 'merging');
  await removeFolder(scratch);
  const merged: string[] = [];
  const paths: string[] = [];
  const small = await smallOnes(git, place, contents);
  for (let at = 0; at < small.length; at += width) {
    const group = small.slice(at, at + width);
    const blobs = await readBlobs(git, place, group);
    const files = await allOf(group.map((_, beside) => mergeFile(git, place, join(scratch, `${at + beside}`), blobs.slice(beside * 3))));
    for (const [beside, file] of files.entries()) {
      if (file === null) continue;
      merged.push(file);
      paths.push((group[beside] as ContentToMerge).path);
    }
  }
  const oids = await hashed(git, place, merged);
  await removeFolder(scratch);
  return new Map([...contents.map(({ path }) => [path, null] as const), ...paths.map((path, at) => [path, oids[at] as string] as const)]);
}

const oidsOf = (contents: readonly ContentToMerge[]): string[] => contents.flatMap(({ ours, base, theirs }) => [ours, base, theirs]);

const linesOf = (items: readonly string[]): string => items.map((item) => `${item}\n`).join('');

async function smallOnes(git: Git, place: Place, contents: readonly ContentToMerge[]): Promise<ContentToMerge[]> {
  const answer = await git.shadow(place, ['cat-file', '--batch-check=%(objectsize)'], { stdin: linesOf(oidsOf(contents)) });
  const sizes = answer.stdout.toString().split('\n').map(Number);
  // NaN of one that is not there: reading it says so.
  return contents.filter((_, at) => !sizes.slice(at * 3, at * 3 + 3).some((bytes) => bytes > largestBytes));
}

/** Of each content that of ours, of base and of theirs, one after the other. */
async function readBlobs(git: Git, place: Place, contents: readonly ContentToMerge[]): Promise<Buffer[]> {
  const oids = oidsOf(contents);
  const { stdout } = await git.shadow(place, ['cat-file', '--batch'], { stdin: linesOf(oids) });
  const blobs: Buffer[] = [];
  let at = 0;
  for (const oid of oids) {
    const end = stdout.indexOf('\n', at);
    const [, , size] = /^(\S+) blob (\d+)$/.exec(stdout.toString('latin1', at, end)) ?? [];
    if (size === undefined)
      throw ioTrouble(`the object ${oid} is gone from ${place.commonDir}`, 'Look for it in a copy or a clone (git fsck).');
    blobs.push(stdout.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return blobs;
}

/** The file with the merged text; null where there is none. */
async function mergeFile(git: Git, place: Place, folder: string, blobs: readonly Buffer[]): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const files = ['ours', 'base', 'theirs'].map((name) => join(folder, name)) as [string, string, string];
  for (const [at, file] of files.entries()) writeFileSync(file, blobs[at] as Buffer);
  // It ends with the number of conflicts, or 255 where it cannot merge, as of bytes that are no text.
  const { code } = await git.shadow(place, ['merge-file', '-q', ...files], { workTree: folder, answers: anyCount });
  return code === 0 ? files[0] : null;
}

/** Writes files as objects; gives their ids in order. */
async function hashed(git: Git, place: Place, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const answer = await git.shadow(place, ['hash-object', '-w', '--no-filters', '--stdin-paths'], { stdin: linesOf(files) });
  return answer.stdout.toString().trim().split('\n');
}
