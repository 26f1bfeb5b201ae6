import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from '../place/place.ts';
import { isRefName } from '../refs/ref-files.ts';
import { refNameBytes } from '../refs/ref-name.ts';
import type { RepositoryFiles } from '../repository/repository-files.ts';
import type { State } from '../snapshot/state.ts';

/** Files of the user's git folder that decide what is ignored, filtered, checked out or grafted. */
const infoNames = [
  'common:info/exclude',
  'common:info/attributes',
  'common:info/grafts',
  'common:info/sparse-checkout',
  'git:info/sparse-checkout',
];

/**
 * Writes the git folder of a tree: HEAD, branches, tags and what was known of remotes as in `state`, with the user's objects within
 * reach. No stash, no hooks, no reflogs. By hand, because `git init` copies a template of the user's, hooks and all.
 */
export function writeOwnRepository(place: Place, user: Place, run: string, state: State, configuration: Buffer): void {
  const write = (name: string, bytes: Buffer | string): void => {
    mkdirSync(dirname(join(place.gitDir, name)), { recursive: true });
    writeFileSync(join(place.gitDir, name), bytes);
  };
  for (const folder of ['objects/pack', 'objects/info', 'refs/heads', 'refs/tags', 'info', 'hooks'])
    mkdirSync(join(place.gitDir, folder), { recursive: true });
  write('config', configuration);
  write('objects/info/alternates', `${join(user.commonDir, 'objects')}\n`);
  for (const [name, bytes] of infoFiles(state.files)) write(name, bytes);
  if (existsSync(join(user.commonDir, 'shallow'))) copyFileSync(join(user.commonDir, 'shallow'), join(place.gitDir, 'shallow'));
  for (const [name, bytes] of state.staging.shared) write(name, bytes);
  write('packed-refs', packedRefs(run, state));
  for (const [name, value] of state.refs) if (isWanted(name) && isSymbolic(value)) writeRef(place, name, value);
  // Last: a git folder without it is none.
  write('HEAD', refNameBytes('branch' in state.head ? `ref: ${state.head.branch}\n` : `${state.head.commit}\n`));
}

function infoFiles(files: RepositoryFiles): [string, Buffer][] {
  return infoNames.flatMap((name) => {
    const file = files.get(name);
    const bytes = file?.link ? file.content : file?.bytes;
    return bytes === undefined ? [] : [[name.slice(name.indexOf(':') + 1), bytes] as [string, Buffer]];
  });
}

const isWanted = (name: string): boolean => /^refs\/(heads|tags|remotes|notes|replace)\//.test(name);
const isSymbolic = (value: string): boolean => value.startsWith('ref: ');

/**
 * One file for all of them, with those that hold commits for the run's snapshots: the user's repository has those too, so that a
 * snapshot in the tree finds nothing to hold but what is new.
 */
function packedRefs(run: string, state: State): Buffer {
  const plain = [...state.refs].filter(([name, value]) => isWanted(name) && !isSymbolic(value));
  const held = plain.filter(([name]) => !/^refs\/(remotes|prefetch)\//.test(name)).map(([, oid]) => oid);
  if ('commit' in state.head) held.push(state.head.commit);
  const rows = new Map([...plain, ...held.map((oid) => [`refs/pawl/${run}/held/${oid}`, oid] as const)]);
  const lines = [...rows]
    .map(([name, oid]) => ({ name: refNameBytes(name).toString('latin1'), oid }))
    .filter(({ name }) => isRefName(name));
  return Buffer.from(
    lines
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, oid }) => `${oid} ${name}\n`)
      .join(''),
    'latin1',
  );
}

function writeRef(place: Place, name: string, value: string): void {
  const path = Buffer.concat([Buffer.from(`${place.gitDir}/`), refNameBytes(name)]);
  mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
  writeFileSync(path, refNameBytes(`${value}\n`));
}
