import { closeSync, constants, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/*
 * Git opens its ignore rules, attributes and refs with a plain open, which waits for ever where a step has put a named pipe in
 * their place. To look for pipes before each call would mean to walk the whole tree, ignored folders too; so they are looked for
 * only when a call takes long, and then given an empty end of file for as long as it lasts.
 */

const firstLookMs = 300;
const pollMs = 20;

/** What git reads by name wherever it lies. A pipe of any other name is nobody's to touch. */
const namesRead = new Set(['.gitignore', '.gitattributes', '.gitmodules', '.mailmap']);

/** Where a git program reads. */
export interface Reading {
  readonly files: string;
  /** Where every name is git's own. */
  readonly gitFolders: readonly string[];
}

/** Waits for `program` and lets it go on where it waits for a pipe. */
export async function releasing<T>(program: Promise<T>, reading: Reading): Promise<T> {
  const release = new Release(reading);
  try {
    return await program;
  } finally {
    release.end();
  }
}

class Release {
  readonly #reading: Reading;
  #pipes: readonly Buffer[] = [];
  #timer: NodeJS.Timeout;
  #lookAgainMs = firstLookMs;
  #isOver = false;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#timer = setTimeout(() => void this.#look(), firstLookMs);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    this.#pipes = await pipesBelow(this.#reading, () => this.#isOver);
    this.#lookAgainMs *= 2;
    this.#open(performance.now() + this.#lookAgainMs);
  }

  #open(untilMs: number): void {
    if (this.#isOver) return;
    for (const pipe of this.#pipes) openAndClose(pipe);
    if (performance.now() > untilMs) void this.#look();
    else this.#timer = setTimeout(() => this.#open(untilMs), this.#pipes.length === 0 ? untilMs - performance.now() + 1 : pollMs);
  }
}

/** For both ways: so it waits for nobody, and whoever waits for the other end goes on and finds that it was closed. */
function openAndClose(pipe: Buffer): void {
  try {
    closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  } catch {
    // Gone, or not ours.
  }
}

async function pipesBelow({ files, gitFolders }: Reading, isOver: () => boolean): Promise<Buffer[]> {
  const pipes: Buffer[] = [];
  const pending = [{ folder: Buffer.from(files), everyName: false }];
  for (const folder of new Set(gitFolders)) pending.push({ folder: Buffer.from(folder), everyName: true });
  const slash = Buffer.from('/');
  for (let next = pending.pop(); next !== undefined && !isOver(); next = pending.pop()) {
    const { folder, everyName } = next;
    const entries = await readdir(folder, { encoding: 'buffer', withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = Buffer.concat([folder, slash, entry.name]);
      const name = entry.name.toString('latin1');
      if (entry.isDirectory()) pending.push({ folder: path, everyName: everyName || name === '.git' });
      else if (entry.isFIFO() && (everyName || namesRead.has(name))) pipes.push(path);
    }
  }
  return pipes;
}
