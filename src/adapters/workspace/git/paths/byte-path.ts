import { lstatSync, type Stats } from 'node:fs';
import { sep } from 'node:path';

/*
 * File names are bytes. Inside this folder a path of the work tree is a string with one character a byte (latin1): it can be
 * compared, split and stored without loss whatever the bytes are.
 */

/** A path below `root` as the file system takes it. '' is the root itself. */
export function onDisk(root: string, path: string): Buffer {
  return path === '' ? Buffer.from(root) : Buffer.concat([Buffer.from(root + sep), Buffer.from(path, 'latin1')]);
}

/** A path for people: its bytes read as UTF-8, control characters escaped. */
export function shown(path: string): string {
  const text = Buffer.from(path, 'latin1').toString('utf8');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return text.replace(/[\u0000-\u001f\u007f]/g, (character) => JSON.stringify(character).slice(1, -1));
}

/** A few paths for a sentence: "a, b, c and 4 more". */
export function shownList(paths: readonly string[], limit = 3): string {
  const named = paths.slice(0, limit).map(shown).join(', ');
  return paths.length > limit ? `${named} and ${paths.length - limit} more` : named;
}

/** Every folder above a path, nearest first, without the root. */
export function* ancestorsOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}

/** Whether `path` is `folder` or lies below it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Names that are the same text in UTF-8: a path for the system need not be made of bytes, which takes half of a stat's time. */
const isAscii = /^[ -~]+$/;

const ifThere = { throwIfNoEntry: false } as const;

/** The stat of the entry itself, links not followed; null when there is none or a parent cannot be entered. */
export function statOf(root: string, path: string): Stats | null {
  try {
    return lstatSync(isAscii.test(path) ? `${root}${sep}${path}` : onDisk(root, path), ifThere) ?? null;
  } catch {
    return null;
  }
}

/** Whether every folder above `path` is a real folder: a link in between would lead an own write or unlink out of the work tree. */
export function hasRealParents(root: string, path: string): boolean {
  for (const folder of ancestorsOf(path)) if (!statOf(root, folder)?.isDirectory()) return false;
  return true;
}

/** NUL-ended records of git's -z output, as byte paths. */
export function splitNul(output: Buffer): string[] {
  const text = output.toString('latin1');
  if (text === '') return [];
  const parts = text.split('\0');
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

/** Byte paths as NUL-ended records for git's standard input. */
export const joinNul = (paths: readonly string[]): Buffer => Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
