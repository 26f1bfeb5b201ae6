import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../core/model/failure.ts';
import { storageMark } from '../../core/model/storage-trouble.ts';
import type { ShellOutcome } from '../../ports/programs.ts';

/** Output up to here stays in memory. */
const memoryLimitBytes = 64 * 1024;

/** Output up to here is kept; the rest is counted. */
const keptLimitBytes = 64 * 1024 * 1024;

const newline = 0x0a;

/** What of an outcome the sink knows. Kept, cut and newlines together are every byte that came. */
export type Kept = Pick<ShellOutcome, 'output' | 'trailingNewlines' | 'cutBytes'>;

/**
 * Takes a command's output as it comes: the head in memory, then a file. Newlines are held back as a
 * number until something follows them, so that those at the very end are never kept, however many.
 */
export class OutputSink {
  readonly #scratch: string;
  #head: Buffer[] = [];
  #keptBytes = 0;
  #cutBytes = 0;
  #heldNewlines = 0;
  #path: string | null = null;
  #file: FileHandle | null = null;
  /** Bytes on their way to the file. */
  #queued: Buffer[] = [];
  #writing: Promise<void> | null = null;
  #failure: Failure | null = null;

  /** @param scratch an existing folder for output that outgrows memory. */
  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  /** Takes the next bytes. A promise means: wait for it before giving more. It never rejects; see `failure`. */
  write(chunk: Buffer): Promise<void> | null {
    let end = chunk.length;
    while (end > 0 && chunk[end - 1] === newline) end--;
    if (end > 0) {
      this.#keepNewlines();
      this.#keep(chunk.subarray(0, end));
    }
    this.#heldNewlines += chunk.length - end;
    return this.#writing;
  }

  /** Why the output could not be kept (a full disk); null while all is well. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Call once, after the last write. A filter before it wants to know whether the program was cut off. */
  async finish(_cut = false): Promise<Kept> {
    while (this.#writing) await this.#writing;
    await this.#file?.close().catch((error: Error) => this.#fail(error));
    const counts = { trailingNewlines: this.#heldNewlines, cutBytes: this.#cutBytes };
    if (this.#path === null || this.#failure) {
      if (this.#path !== null) await rm(this.#path, { force: true }).catch(() => undefined);
      return { output: { bytes: Buffer.concat(this.#head) }, ...counts };
    }
    return { output: { file: this.#path, bytes: this.#keptBytes }, ...counts };
  }

  #keepNewlines(): void {
    while (this.#heldNewlines > 0) {
      const count = Math.min(this.#heldNewlines, memoryLimitBytes);
      this.#heldNewlines -= count;
      this.#keep(Buffer.alloc(count, newline));
    }
  }

  #keep(bytes: Buffer): void {
    const kept = this.#failure ? bytes.subarray(0, 0) : bytes.subarray(0, Math.max(0, keptLimitBytes - this.#keptBytes));
    this.#cutBytes += bytes.length - kept.length;
    if (kept.length === 0) return;
    this.#keptBytes += kept.length;
    if (this.#path === null && this.#keptBytes <= memoryLimitBytes) {
      this.#head.push(kept);
      return;
    }
    if (this.#path === null) {
      this.#path = join(this.#scratch, `output-${process.getBuiltinModule('node:crypto').randomUUID()}`);
      this.#queued = this.#head;
      this.#head = [];
    }
    this.#queued.push(kept);
    this.#writing ??= this.#drain(this.#path);
  }

  async #drain(path: string): Promise<void> {
    try {
      this.#file ??= await open(path, 'wx', 0o600);
      while (this.#queued.length > 0) {
        const bytes = Buffer.concat(this.#queued);
        this.#queued = [];
        await this.#file.writeFile(bytes);
      }
    } catch (error) {
      this.#fail(error as Error);
    } finally {
      this.#writing = null;
    }
  }

  #fail(error: Error): void {
    this.#failure ??= {
      kind: 'io',
      message: `The output of a command could not be written to ${this.#scratch}: ${error.message}`,
      hint: 'Make room on the disk, then resume.',
      ...storageMark(error),
    };
    this.#queued = [];
  }
}
