import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import type { FileModes } from './modes.ts';

/** What was found out about the files of one state of the shadow's index. */
interface Memory {
  /** Which state: see `ReadIndex`. */
  readonly key: string;
  /** When all entries were last compared with their files to the nanosecond, by the clock of the file system; 0 if never. */
  readonly comparedAtSeconds: number;
  /** Permission bits of all files; null where they were not read. */
  readonly modes: FileModes | null;
}

const nothing: Memory = { key: '', comparedAtSeconds: 0, modes: null };

/**
 * Keeps what a look at every file has shown, for the next snapshot and the next process: as long as git finds nothing to change in
 * its index, it holds. A cache in a file of the shadow; without it, or with another index, all is looked at again. For 1000 files
 * that takes 7 ms each time.
 */
export class IndexMemory {
  readonly #file: string;
  #memory: Memory | null = null;

  constructor(place: Place) {
    this.#file = join(place.shadowDir, 'index-memory.json');
  }

  of(key: string): Memory {
    this.#memory ??= this.#read();
    return this.#memory.key === key ? this.#memory : { ...nothing, key };
  }

  /** Adds to what is known of an index; what was known of another is forgotten. */
  add(key: string, found: Partial<Memory>): void {
    const before = this.of(key);
    this.#memory = { ...before, ...found };
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(this.#memory));
      renameSync(`${this.#file}.new`, this.#file);
    } catch {
      // A full disk is for those to complain of who must write.
    }
  }

  /** The second it is where the files are: on a disk of the net not the one that it is here. 0 where that cannot be told. */
  nowSeconds(): number {
    try {
      writeFileSync(`${this.#file}.new`, '');
      return Math.floor(statSync(`${this.#file}.new`).mtimeMs / 1000);
    } catch {
      return 0;
    }
  }

  #read(): Memory {
    try {
      return (JSON.parse(readFileSync(this.#file, 'utf8')) as Memory | null) ?? nothing;
    } catch {
      return nothing;
    }
  }
}
