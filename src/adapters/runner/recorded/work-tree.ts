import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Programs } from '../../../ports/programs.ts';
import type { Call } from '../../../ports/runner.ts';
import type { Change } from './change.ts';

/** A folder that an agent works in: all of the repository around where it is started, or that folder. */
export interface WorkTree {
  readonly root: string;
  readonly isRepository: boolean;
}

/** What a work tree was like at a moment: for each path (its bytes as latin1) how to tell that it changed. */
export type Mark = ReadonlyMap<string, Seen>;

interface Seen {
  readonly signature: string;
  /** Where it was written so lately that the file system's clock could not tell a further write from it; null elsewhere. */
  readonly digest: string | null;
}

/** Clocks of file systems tick in up to 10 ms, and those of network shares may be off by more. */
const lateMs = 100;

/** More than that in one file is not written into a line. */
const largestFile = 64n * 1024n * 1024n;

type Started = Pick<Call, 'cwd' | 'env'>;

/** The work tree that a call is about. */
export async function workTreeOf({ cwd, env }: Started, programs: Programs): Promise<WorkTree> {
  const { end, stdout } = await programs.run({ argv: ['git', 'rev-parse', '--show-toplevel'], cwd, env, timeoutMs: 30_000 });
  const root = stdout.toString('utf8').replace(/\n$/, '');
  const isRepository = end.kind === 'exit' && end.code === 0 && root !== '';
  return isRepository ? { root, isRepository } : { root: cwd, isRepository };
}

/** The work tree as it is. Throws where it cannot be looked at. */
export async function markOf(tree: WorkTree, env: Call['env'], programs: Programs): Promise<Mark> {
  const lateNs = BigInt(Date.now() - lateMs) * 1_000_000n;
  const mark = new Map<string, Seen>();
  for (const path of await pathsIn(tree, env, programs)) {
    const found = look(tree.root, path);
    if (found === null || !isKept(found)) continue;
    mark.set(path, { signature: signatureOf(found), digest: found.ctimeNs < lateNs ? null : digestOf(tree.root, path, found) });
  }
  return mark;
}

/** What has been done to the work tree since, so that doing it again to the same tree leads to the same. Throws like `markOf`. */
export async function changesSince(mark: Mark, tree: WorkTree, env: Call['env'], programs: Programs): Promise<Change[]> {
  const { root } = tree;
  const changes: Change[] = [];
  const gone = new Set<string>();
  // A path that is not listed any more may be gone, or ignored since.
  for (const path of [...new Set([...mark.keys(), ...(await pathsIn(tree, env, programs))])].sort()) {
    const before = mark.get(path);
    const found = look(root, path);
    if (found === null || !isKept(found)) {
      if (before !== undefined) gone.add(topmostGone(root, path));
      continue;
    }
    if (before?.signature === signatureOf(found) && (before.digest === null || before.digest === digestOf(root, path, found))) continue;
    changes.push(changeAt(root, path, found));
  }
  // What is gone goes first: a file may stand where a folder was.
  return [...[...gone].map((path): Change => ({ kind: 'gone', path: Buffer.from(path, 'latin1') })), ...changes];
}

/** All that is tracked or not ignored: what snapshots hold. In a folder that is no repository, all that is in it. */
async function pathsIn({ root, isRepository }: WorkTree, env: Call['env'], programs: Programs): Promise<string[]> {
  if (!isRepository) return [...filesBelow(root, '')];
  const argv = ['git', '-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'] as const;
  const { end, stdout, droppedBytes } = await programs.run({ argv: [...argv], cwd: root, env, timeoutMs: 300_000, maxBytes: 1024 ** 3 });
  if (end.kind !== 'exit' || end.code !== 0 || droppedBytes > 0) throw new Error('git could not list the files of the work tree');
  const paths = stdout.toString('latin1').split('\0');
  return [...new Set(paths)].filter((path) => path !== '' && !path.endsWith('/') && !isOurs(path));
}

const isOurs = (path: string): boolean => path === '.pawl' || path.startsWith('.pawl/');

function* filesBelow(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(bytes(root, folder), { withFileTypes: true, encoding: 'buffer' })) {
    const name = (entry.name as unknown as Buffer).toString('latin1');
    const path = folder === '' ? name : `${folder}/${name}`;
    if (name === '.git' || isOurs(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield path;
  }
}

const bytes = (root: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(root), Buffer.from(path === '' ? '' : `/${path}`, 'latin1')]);

/** Synchronous, as ten thousand promises take five times as long. */
function look(root: string, path: string): BigIntStats | null {
  try {
    return lstatSync(bytes(root, path), { bigint: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

const isKept = (found: BigIntStats): boolean => found.isFile() || found.isSymbolicLink();

const signatureOf = ({ ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): string => [ino, size, mode, mtimeNs, ctimeNs].join(' ');

function digestOf(root: string, path: string, found: BigIntStats): string {
  const content = found.isSymbolicLink() ? readlinkSync(bytes(root, path), { encoding: 'buffer' }) : readFileSync(bytes(root, path));
  return createHash('sha256').update(content).digest('hex');
}

function changeAt(root: string, path: string, found: BigIntStats): Change {
  const place = bytes(root, path);
  const pathBytes = Buffer.from(path, 'latin1');
  if (found.isSymbolicLink()) return { kind: 'link', path: pathBytes, target: readlinkSync(place, { encoding: 'buffer' }) };
  if (found.size > largestFile) throw new Error(`${pathBytes.toString()} is larger than 64 MiB`);
  return { kind: 'file', path: pathBytes, mode: Number(found.mode & 0o777n), content: readFileSync(place) };
}

/** The highest folder on the way to a path that is not there any more, or the path itself. */
function topmostGone(root: string, path: string): string {
  const parts = path.split('/');
  for (let count = 1; count < parts.length; count++) {
    const above = parts.slice(0, count).join('/');
    if (look(root, above) === null) return above;
  }
  return path;
}
