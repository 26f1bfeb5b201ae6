import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isWithin } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';
import { removeOwnPipes } from './git-folder-pipes.ts';

/*
 * The shadow is a git folder of our own over the user's files. It has its own index and configuration and none of the user's,
 * so `add -A` and `write-tree` there see raw bytes and run no filter, no hook and no monitor; its objects go to the user's
 * object folder, so that refs in the user's repository can hold them against gc.
 */

const attributes = '* -text -filter -ident -eol -working-tree-encoding\n';

/**
 * Makes the shadow, or puts right what is missing of it; removes locks that a killed run of ours left behind. Without the thread
 * pool, as every verb begins with it, and each of these dozen looks waited for its turn there.
 */
export function ensureShadow(place: Place, excludesFile: string): void {
  const { shadowDir } = place;
  removeOwnPipes(shadowDir);
  for (const folder of ['objects', 'refs', 'info']) mkdirSync(join(shadowDir, folder), { recursive: true });
  writeChanged(join(place.stateDir, '.gitignore'), '*\n');
  writeChanged(join(shadowDir, 'config'), configOf(place, excludesFile));
  writeChanged(join(shadowDir, 'info', 'attributes'), attributes);
  writeChanged(join(shadowDir, 'HEAD'), 'ref: refs/heads/none\n');
  // One owner a workspace: whoever is here now owns every lock in here, and whoever made it is dead.
  for (const lock of ['index.lock', 'HEAD.lock', 'config.lock', 'plan.lock', 'staging.lock'])
    rmSync(join(shadowDir, lock), { force: true });
}

/** The ignore rules of the shadow: the user's own exclude file, Pawl's folder, and repositories of others inside the work tree. */
export function writeExcludes(place: Place, userExclude: Buffer, nested: readonly string[]): boolean {
  const own = stateFolderOf(place);
  // Pawl's own place also where somebody has put a link or a file there; another's only where it is a folder.
  const lines = [...(own === null ? [] : [`/${escapedPattern(own)}\n`]), ...nested.map((path) => `/${escapedPattern(path)}/\n`)].join('');
  const text = Buffer.concat([userExclude, Buffer.from(`\n${lines}`, 'latin1')]);
  return writeChanged(join(place.shadowDir, 'info', 'exclude'), text);
}

/** Pawl's folder as a byte path of the work tree; null where it lies outside. */
export function stateFolderOf(place: Place): string | null {
  const path = relative(place.root, place.stateDir);
  return path === '' || path.startsWith('..') ? null : Buffer.from(path).toString('latin1');
}

/** Whether a path is Pawl's own. */
export function isOwn(place: Place, path: string): boolean {
  const own = stateFolderOf(place);
  return own !== null && isWithin(path, own);
}

/** A path as a pattern that matches it alone. A line break cannot stand in an exclude file; `?` matches it. */
const escapedPattern = (path: string): string =>
  path
    .replace(/[\\*?[\]!# ]/g, '\\$&')
    .replaceAll('\n', '?')
    .replaceAll('\r', '?');

function configOf(place: Place, excludesFile: string): string {
  const format =
    place.objectFormat === 'sha256'
      ? '\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n[core]\n'
      : '\trepositoryformatversion = 0\n';
  // Bare, so that an editor that looks for repositories does not list this one; every call names the work tree itself.
  return `[core]
${format}\tbare = true
\tautocrlf = false
\tsafecrlf = false
\tfsmonitor = false
\tfileMode = true
\tsymlinks = true
\tignoreCase = false
\tprecomposeUnicode = false
\tquotePath = false
\ttrustctime = true
\tcheckStat = default
\tlooseCompression = 1
\tfsyncMethod = batch
\tfsync = loose-object,index
\thooksPath = /dev/null
\tattributesFile = /dev/null
\texcludesFile = ${JSON.stringify(excludesFile)}
[index]
\tversion = 2
[gc]
\tauto = 0
[maintenance]
\tauto = false
[advice]
\taddEmbeddedRepo = false
\taddIgnoredFile = false
`;
}

/** Writes a file whose bytes are not these already; says whether it had to. */
function writeChanged(path: string, content: Buffer | string): boolean {
  const bytes = Buffer.from(content);
  if (present(path)?.equals(bytes)) return false;
  writeFileSync(path, bytes);
  return true;
}

function present(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
