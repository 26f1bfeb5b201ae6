import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { envKeyOf } from '../core/model/names.ts';
import type { Value } from '../core/model/value.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Values } from './values.ts';

/**
 * The run's values as files that commands read, byte for byte: `INPUT` and `OUT_<KEY>` in a folder of the run's own. They
 * are a copy of what the journal holds, made when the first command after them runs, and never read back.
 */
export class ValueFiles {
  readonly folder: string;
  private readonly blobs: Blobs;
  private readonly written = new Map<string, Value>();
  private ready: Promise<unknown> | null = null;
  /** Children of a group begin at the same moment: one writes while the others wait, so that none reads half a file. */
  private turn: Promise<void> = Promise.resolve();

  constructor(folder: string, blobs: Blobs) {
    this.folder = folder;
    this.blobs = blobs;
  }

  pathOf(name: string): string {
    return `${this.folder}/${name === 'input' ? 'INPUT' : `OUT_${envKeyOf(name)}`}`;
  }

  /** Brings the files of these names up to date; a value that is unchanged since the last time costs a map look-up. */
  write(values: Values, names: readonly string[]): Promise<void> {
    const written = this.turn.then(() => this.writeChanged(values, names));
    this.turn = written.catch(() => {});
    return written;
  }

  private async writeChanged(values: Values, names: readonly string[]): Promise<void> {
    this.ready ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.ready;
    for (const name of names) {
      const value = values.get(name);
      if (value === undefined || this.written.get(name) === value) continue;
      await this.writeOne(this.pathOf(name), value);
      this.written.set(name, value);
    }
  }

  private async writeOne(path: string, value: Value): Promise<void> {
    if ('text' in value) {
      writeText(path, value.text);
      return;
    }
    await rm(path, { recursive: true, force: true });
    const copied = await this.blobs.copyTo(value.blob, path);
    if (!copied.ok) throw new Error(copied.failure.message);
  }
}

/**
 * Without await: a file of at most 96 KiB, before each command, which waits for it anyway. Measured: 0.05 ms, where asking the
 * thread pool to remove, open, write and close took 0.5.
 */
function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A command may have made the old file read-only or put something else in its place.
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  }
}
