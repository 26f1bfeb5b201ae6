import { readdirSync, type Stats } from 'node:fs';
import { onDisk, statOf } from './byte-path.ts';

/** Named pipes, sockets and devices of a work tree: byte path to the bits of its mode, kind and permissions. */
export type SpecialFiles = Readonly<Record<string, number>>;

const kindBits = 0o170000;
const pipeBits = 0o010000;

/** Whether something is no file, folder or link: it has no content, and no git tree can hold it. */
export const isSpecial = (entry: Pick<Stats, 'isFIFO' | 'isSocket' | 'isBlockDevice' | 'isCharacterDevice'>): boolean =>
  entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();

export const isPipeMode = (mode: number): boolean => (mode & kindBits) === pipeBits;

/** Whether two modes are of one kind (pipe, socket, …). */
export const isSameKind = (one: number, other: number): boolean => (one & kindBits) === (other & kindBits);

/** Paths that are in one and not, or as another kind, in the other. */
export const cameSince = (now: SpecialFiles, then: SpecialFiles): string[] =>
  Object.entries(now)
    .filter(([path, mode]) => !Object.hasOwn(then, path) || !isSameKind(mode, then[path] as number))
    .map(([path]) => path);

/** Finds special files in folders. Remembers by a folder's key (see `folderKey`) which hold some: a name that comes changes the key. */
export class SpecialFinder {
  readonly #root: string;
  #seen = new Map<string, { readonly key: string; readonly names: readonly string[] }>();

  constructor(root: string) {
    this.#root = root;
  }

  find(keys: ReadonlyMap<string, string>): SpecialFiles {
    const seen = new Map<string, { readonly key: string; readonly names: readonly string[] }>();
    for (const [folder, key] of keys) {
      const known = this.#seen.get(folder);
      seen.set(folder, known?.key === key ? known : { key, names: this.#namesIn(folder) });
    }
    this.#seen = seen;
    return this.again([...seen].flatMap(([folder, { names }]) => names.map((name) => (folder === '' ? name : `${folder}/${name}`))));
  }

  /** Those of the paths that still are special files, with their present modes. */
  again(paths: readonly string[]): SpecialFiles {
    const found: [string, number][] = [];
    for (const path of paths) {
      const stat = statOf(this.#root, path);
      if (stat && isSpecial(stat)) found.push([path, stat.mode]);
    }
    return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #namesIn(folder: string): string[] {
    try {
      return readdirSync(onDisk(this.#root, folder), { encoding: 'buffer', withFileTypes: true })
        .filter(isSpecial)
        .map((entry) => entry.name.toString('latin1'));
    } catch {
      return [];
    }
  }
}
