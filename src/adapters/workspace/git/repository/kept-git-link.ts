import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRegular } from '../paths/regular-file.ts';
import { type GitLink, gitLinkRecord, isSameLink, readGitLink } from '../place/git-link.ts';
import { moveAside } from '../place/move-aside.ts';
import type { Place } from '../place/place.ts';

/** Writes down the link of a run's work tree as it is now; where there is none, forgets the last one. */
export function rememberGitLink(place: Place, run: string): void {
  const file = gitLinkRecord(place.stateDir);
  if (!place.gitLink) {
    rmSync(file, { force: true });
    return;
  }
  const { link, mode, bytes } = place.gitLink;
  writeFileSync(`${file}.new`, JSON.stringify({ run, root: place.root, link, mode, bytes: bytes.toString('base64') }));
  renameSync(`${file}.new`, file);
}

/** The link that a run's work tree had, where another or none stands there now and the git folder it leads to is still there; else null. */
export function lostGitLink(root: string, stateDir: string, run: string): GitLink | null {
  let record: { run: string; root: string; link: boolean; mode: number; bytes: string };
  try {
    record = JSON.parse(readRegular(gitLinkRecord(stateDir))?.toString('utf8') ?? 'null') ?? { run: '' };
  } catch {
    return null;
  }
  if (record.run !== run || record.root !== root) return null;
  const wanted = { link: record.link, mode: record.mode, bytes: Buffer.from(record.bytes, 'base64') };
  const target = wanted.bytes
    .toString('utf8')
    .replace(/^gitdir: /, '')
    .trimEnd();
  return isSameLink(readGitLink(root), wanted) || !existsSync(join(resolve(root, target), 'HEAD')) ? null : wanted;
}

/**
 * Puts `.git` back where it led to the git folder and a step has removed or replaced it; what stands there now, maybe a whole
 * repository, goes aside. Gives a sentence about it, null when there was nothing to do.
 */
export function putBackGitLink(place: Place, run: string): string | null {
  const wanted = place.gitLink ?? null;
  if (wanted === null) return null;
  if (isSameLink(readGitLink(place.root), wanted)) return null;
  // Whole before it is in place: half a `.git` file would hide the repository from every later look.
  const ready = join(place.stateDir, 'git-link');
  rmSync(ready, { force: true });
  if (wanted.link) symlinkSync(wanted.bytes, ready);
  else writeFileSync(ready, wanted.bytes);
  if (!wanted.link) chmodSync(ready, wanted.mode);
  const where = moveAside(place, run, '.git');
  renameSync(ready, join(place.root, '.git'));
  return where === null ? '.git was removed since and is back' : `.git was replaced since and is back; what stood there is now ${where}`;
}
