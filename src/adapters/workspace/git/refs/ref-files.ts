import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../paths/byte-path.ts';
import type { Place } from '../place/place.ts';
import { refNameOf } from './ref-name.ts';

/*
 * A repository's refs as its files hold them. `git for-each-ref` says the same, but a snapshot would wait for another process:
 * to start one takes this one's whole thread for 3 ms, three times a run. Only what is plain is read here. Whatever is odd
 * (a broken ref, a link, a name that git would not make, a symbolic ref without its target) is left to git, which
 * knows what each means and warns of it.
 */

/** What a ref comes to, and the ref that a symbolic one leads to. */
export interface ReadRef {
  readonly oid: string;
  readonly symbolic: string | null;
}

/** By full name, in git's order. */
export type ReadRefs = ReadonlyMap<string, ReadRef>;

/** Byte names with what the refs hold: an object id, or `ref: <name>`. */
export type RefsByName = Map<string, string>;

/** So many files are read as fast by git, in its own process. */
const looseLimit = 500;

/** Folders below refs/ of which each linked work tree has its own. */
const ownOfWorktree = ['bisect', 'rewritten', 'worktree'];

// biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them in a ref
const unsafeName = /[\x00-\x20~^:?*[\\\x7f]|\.\.|@\{|\/\.|\.\/|\/\/|[./]$|\.lock(\/|$)/;

/** Whether a byte name is one that git makes refs by. */
export const isRefName = (name: string): boolean => name.startsWith('refs/') && !unsafeName.test(name);

/** Whether the refs are files, each in its place: not in the tables of a reftable, nor in a folder that is a link. */
export function hasRefFiles(place: Place): boolean {
  const config = join(place.commonDir, 'config');
  return (
    lstatSync(config, { throwIfNoEntry: false })?.isFile() === true &&
    !/refstorage/i.test(readFileSync(config, 'latin1')) &&
    !existsSync(join(place.commonDir, 'reftable')) &&
    lstatSync(join(place.commonDir, 'refs'), { throwIfNoEntry: false })?.isDirectory() === true
  );
}

/**
 * All refs but those below refs/pawl/ that are not of `run`; null where git has to be asked. In git's order: the files before
 * packed-refs, so that a ref that is packed meanwhile is seen in one of the two.
 */
export function readRefFiles(place: Place, run: string): ReadRefs | null {
  try {
    if (!hasRefFiles(place)) return null;
    const loose = new LooseRefs(oidForm(place));
    const isLinked = place.gitDir !== place.commonDir;
    const isOthers = (folder: string): boolean =>
      (folder.startsWith('refs/pawl/') && folder !== `refs/pawl/${run}` && !folder.startsWith(`refs/pawl/${run}/`)) ||
      (isLinked && ownOfWorktree.some((name) => folder === `refs/${name}`));
    loose.read(place.commonDir, 'refs', isOthers);
    if (isLinked) for (const name of ownOfWorktree) loose.read(place.gitDir, `refs/${name}`, () => false);
    const refs = readPackedRefs(place);
    if (refs === null) return null;
    for (const [name, value] of loose.refs) refs.set(name, value);
    const read = new Map<string, ReadRef>();
    const isOurs = (name: string): boolean => !name.startsWith('refs/pawl/') || name.startsWith(`refs/pawl/${run}/`);
    for (const [name, value] of [...refs].filter(([key]) => isOurs(key)).sort(([one], [other]) => (one < other ? -1 : 1))) {
      const symbolic = value.startsWith('ref: ') ? value.slice(5) : null;
      const oid = symbolic === null ? value : refs.get(symbolic);
      // Of a chain git names the end, and leaves out a ref that leads to none.
      if (oid === undefined || oid.startsWith('ref: ')) return null;
      read.set(nameOf(name), { oid, symbolic: symbolic === null ? null : nameOf(symbolic) });
    }
    return read;
  } catch (error) {
    // What cannot be read is for git to complain of.
    if (error instanceof Odd || typeof (error as NodeJS.ErrnoException).code === 'string') return null;
    throw error;
  }
}

/** Refs that are packed, by name; null of a file that git would not have written. */
export function readPackedRefs(place: Place): RefsByName | null {
  const refs: RefsByName = new Map();
  const file = join(place.commonDir, 'packed-refs');
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return refs;
  const lines = stat.isFile() ? readFileSync(file, 'latin1').split('\n') : [];
  if (lines.pop() !== '') return null;
  const form = oidForm(place);
  let previous = '';
  for (const [at, line] of lines.entries()) {
    if (at === 0 && line.startsWith('# pack-refs with:')) continue;
    if (line.startsWith('^') && previous !== '' && form.test(line.slice(1))) continue;
    const space = line.indexOf(' ');
    const [oid, name] = [line.slice(0, space), line.slice(space + 1)];
    if (!isOid(form, oid) || !isRefName(name) || name <= previous || /^refs\/(bisect|rewritten|worktree)\//.test(name)) return null;
    refs.set(name, oid);
    previous = name;
  }
  return refs;
}

/** Reached something that is left to git. */
class Odd extends Error {}

class LooseRefs {
  readonly refs: RefsByName = new Map();
  readonly #form: RegExp;

  constructor(form: RegExp) {
    this.#form = form;
  }

  read(root: string, folder: string, isOthers: (folder: string) => boolean): void {
    for (const entry of entriesOf(root, folder)) {
      const name = `${folder}/${entry.name}`;
      // Git takes neither for a ref.
      if (entry.name.startsWith('.') || (entry.isFile() && entry.name.endsWith('.lock'))) continue;
      if (entry.isDirectory()) {
        if (!isOthers(name)) this.read(root, name, isOthers);
        continue;
      }
      if (folder === 'refs/pawl') continue;
      if (!entry.isFile() || !isRefName(name) || this.refs.size >= looseLimit) throw new Odd();
      const value = this.#valueOf(root, name);
      if (value !== null) this.refs.set(name, value);
    }
  }

  /** null of one that has just been packed or deleted. */
  #valueOf(root: string, name: string): string | null {
    let text: string;
    try {
      text = readFileSync(onDisk(root, name), 'latin1');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const value = text.slice(0, -1);
    if (!text.endsWith('\n') || !(isOid(this.#form, value) || (value.startsWith('ref: ') && isRefName(value.slice(5))))) throw new Odd();
    return value;
  }
}

function entriesOf(root: string, folder: string) {
  try {
    return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const oidForm = (place: Place): RegExp => (place.objectFormat === 'sha256' ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{40}$/);

/** The id of nothing marks a ref that is broken. */
const isOid = (form: RegExp, text: string): boolean => form.test(text) && !/^0+$/.test(text);

const nameOf = (bytes: string): string => refNameOf(Buffer.from(bytes, 'latin1'));
