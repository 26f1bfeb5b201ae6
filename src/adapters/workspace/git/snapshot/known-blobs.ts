import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Blobs } from '../../../../ports/blobs.ts';
import { valueOf } from '../trouble.ts';

interface Known {
  readonly digest: string;
  /** null of one that an earlier process put. */
  readonly bytes: Buffer | null;
}

/**
 * Puts blobs, but not those that the last snapshot put as well, in this process or in one before: most of a snapshot is the same
 * again, and to compare bytes is less than to digest them and to wait for the disk. Which blobs those were stands in a
 * file, by their lengths; it is a cache, and its being wrong or gone costs only the time.
 */
export class KnownBlobs {
  readonly #blobs: Blobs;
  readonly #file: string | null;
  #known: Map<number, Known[]> | null = null;
  #used = new Map<string, number>();
  #written = '';

  constructor(blobs: Blobs, file: string | null) {
    this.#blobs = blobs;
    this.#file = file;
  }

  /** Gives the digest of a blob with these bytes. */
  async keep(bytes: Buffer): Promise<string> {
    const digest = (await this.#find(bytes)) ?? valueOf(await this.#blobs.put(bytes));
    this.#add(bytes.length, { digest, bytes });
    this.#used.set(digest, bytes.length);
    return digest;
  }

  /** Writes down what has been kept since the last time, all of which is on disk by now. */
  remember(): void {
    const text = JSON.stringify([...this.#used].map(([digest, length]) => [length, digest]));
    this.#used = new Map();
    if (this.#file === null || text === this.#written) return;
    try {
      writeFileSync(`${this.#file}.new`, text);
      renameSync(`${this.#file}.new`, this.#file);
      this.#written = text;
    } catch {
      // A full disk is for those to complain of who must write.
    }
  }

  async #find(bytes: Buffer): Promise<string | null> {
    for (const { digest, bytes: same } of this.#candidates(bytes.length)) {
      if (same === null ? await this.#blobs.holds(digest, bytes) : same.equals(bytes)) return digest;
    }
    return null;
  }

  #candidates(length: number): readonly Known[] {
    this.#known ??= this.#read();
    return [...(this.#known.get(length) ?? [])];
  }

  #add(length: number, known: Known): void {
    const others = this.#candidates(length).filter(({ digest }) => digest !== known.digest);
    // A few of a length are enough: hooks and lists of refs, not every index of a long run.
    this.#known?.set(length, [known, ...others].slice(0, 4));
  }

  #read(): Map<number, Known[]> {
    const known = new Map<number, Known[]>();
    if (this.#file === null) return known;
    try {
      this.#written = readFileSync(this.#file, 'utf8');
      for (const [length, digest] of JSON.parse(this.#written) as [number, string][])
        known.set(length, [...(known.get(length) ?? []), { digest, bytes: null }]);
    } catch {
      // None yet, or somebody damaged it.
      known.clear();
    }
    return known;
  }
}
