import { mkdir, rm, writeFile } from 'node:fs/promises';
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

  constructor(folder: string, blobs: Blobs) {
    this.folder = folder;
    this.blobs = blobs;
  }

  pathOf(name: string): string {
    return `${this.folder}/${name === 'input' ? 'INPUT' : `OUT_${envKeyOf(name)}`}`;
  }

  /** Brings the files of these names up to date; a value that is unchanged since the last time costs a map look-up. */
  async write(values: Values, changed: Iterable<string>): Promise<void> {
    this.ready ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.ready;
    for (const name of changed) {
      const value = values.get(name);
      if (value === undefined || this.written.get(name) === value) continue;
      await this.writeOne(this.pathOf(name), value);
      this.written.set(name, value);
    }
  }

  private async writeOne(path: string, value: Value): Promise<void> {
    // A command may have made the old file read-only or put something else in its place.
    await rm(path, { recursive: true, force: true });
    if ('text' in value) {
      await writeFile(path, value.text, { mode: 0o600 });
      return;
    }
    const copied = await this.blobs.copyTo(value.blob, path);
    if (!copied.ok) throw new Error(copied.failure.message);
  }
}
