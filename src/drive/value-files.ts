import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import type { VisibleOutput } from '../core/engine/environment.ts';
import type { Unit } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import { envKeyOf } from '../core/model/names.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { storageMark } from '../core/model/storage-trouble.ts';
import type { Value } from '../core/model/value.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Values } from './values.ts';

/**
 * The run's values as files that commands read, byte for byte: `INPUT` and `OUT_<KEY>` in a folder of the run's own. They
 * are a copy of what the journal holds, made when the first command after them runs, and never read back. Every command can write to
 * them; so those that a command gets to see are looked at before it runs, and what another one changed is made anew.
 */
export class ValueFiles {
  readonly folder: string;
  private readonly blobs: Blobs;
  private begun = false;
  /** Children of a group begin at the same moment: one writes while the others wait, so that none reads half a file. */
  private turn: Promise<void> = Promise.resolve();

  constructor(folder: string, blobs: Blobs) {
    this.folder = folder;
    this.blobs = blobs;
  }

  /** Where a value lies: the run's input under the name `input`, else a step's output. */
  pathOf(name: string): string {
    return name === 'input' ? `${this.folder}/INPUT` : this.outputPath(name);
  }

  /** Where the item lies that a step works on, once `writeItem` has put it there. */
  itemPathOf({ step, item }: Unit): string {
    return `${this.folder}/ITEM_${envKeyOf(step)}_${item}`;
  }

  /** For a command that is to read it; `write` has made the folder. */
  writeItem(unit: Unit, value: Value): Promise<Result<void, Failure>> {
    return this.told(this.writeOne(this.itemPathOf(unit), value));
  }

  /** Brings the files up to date with the values, and those of the input and of `outputs` back to what they are. */
  write(values: Values, outputs: readonly Pick<VisibleOutput, 'key' | 'value'>[]): Promise<Result<void, Failure>> {
    const written = this.turn.then(() => this.told(this.writeNew(values, outputs)));
    this.turn = written.then(() => {});
    return written;
  }

  private async told(writing: Promise<void>): Promise<Result<void, Failure>> {
    try {
      await writing;
      return ok(undefined);
    } catch (error) {
      const message = `the values could not be written to ${this.folder}: ${(error as Error).message}`;
      const mark = error instanceof Unwritten ? error.mark : storageMark(error);
      return fail({ kind: 'io', message, ...mark });
    }
  }

  /**
   * Makes the file that a step's output will lie in, still empty, while its command runs. To find an inode takes the file system 0.75 ms
   * where many were freed a short while ago, and nobody waits for that here. What cannot be made is left to `write`.
   */
  makePlace(step: string): void {
    try {
      if (this.begun && isOpenFolder(this.folder)) closeSync(openSync(this.outputPath(step), 'wx', fileMode));
    } catch {
      // There already, or a full disk: said by the command that needs the file.
    }
  }

  /**
   * Writes the short ones at once, to be called before the events that they come from are appended: a file that is made right
   * after a commit waits until the file system has ended its own (0.9 ms of a step, against 0.2 to 0.3). What cannot be written is
   * left to `write`, which tells.
   */
  writeAhead(values: Values): void {
    try {
      if (!this.begun || !isOpenFolder(this.folder)) return;
      for (const [id, value] of values.unwritten) {
        if (!('text' in value)) continue;
        writeText(this.outputPath(id), value.text);
        values.unwritten.delete(id);
      }
    } catch {
      // A full disk, a folder that is gone: said by the command that needs the file.
    }
  }

  private async writeNew(values: Values, outputs: readonly Pick<VisibleOutput, 'key' | 'value'>[]): Promise<void> {
    if (!this.begun || !isOpenFolder(this.folder)) await this.begin(values);
    for (const [id, value] of values.unwritten) {
      await this.writeOne(this.outputPath(id), value);
      values.unwritten.delete(id);
    }
    if (!isAsWritten(this.pathOf('input'))) await this.writeOne(this.pathOf('input'), values.input);
    for (const { key, value } of outputs) {
      const path = `${this.folder}/OUT_${key}`;
      if (!isAsWritten(path)) await this.writeOne(path, value);
    }
  }

  /**
   * Makes the folder, also where a command has put something in its place: through a link the values would be written to what is none
   * of the run's, and files of their names there be removed.
   */
  private async begin(values: Values): Promise<void> {
    const found = lstatSync(this.folder, { throwIfNoEntry: false });
    if (found?.isDirectory()) await chmod(this.folder, folderMode);
    else if (found !== undefined) await rm(this.folder, { force: true });
    await mkdir(this.folder, { recursive: true, mode: folderMode });
    if (this.begun && !found?.isDirectory()) values.forgetWritten();
    this.begun = true;
  }

  /** A step may be called `input`: its output is no less a file. */
  private outputPath(id: string): string {
    return `${this.folder}/OUT_${envKeyOf(id)}`;
  }

  private async writeOne(path: string, value: Value): Promise<void> {
    if ('text' in value) {
      writeText(path, value.text);
      return;
    }
    await rm(path, { recursive: true, force: true });
    const copied = await this.blobs.copyTo(value.blob, path);
    if (!copied.ok) throw new Unwritten(copied.failure);
    markWritten(path);
  }
}

const folderMode = 0o700;
const fileMode = 0o600;

/** Whether it is a folder, and no link to one, that its owner can use. Others may as well where the file system knows no such bits. */
function isOpenFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (found.mode & folderMode) === folderMode;
}

/** A failure of the store on its way out of this file. */
class Unwritten extends Error {
  readonly mark: Pick<Failure, 'outOfStorage'>;

  constructor({ message, outOfStorage }: Failure) {
    super(message);
    this.mark = outOfStorage ? { outOfStorage } : {};
  }
}

/**
 * Without await: a file of at most 96 KiB, on which the next command waits anyway; the thread pool would be asked four times, to
 * remove, open, write and close.
 */
function writeText(path: string, text: string): void {
  // A run that is taken up finds those of before: to make 2 500 anew took 0.6 s, to look at them 0.1.
  if (!fillsPlace(path, text) && !holds(path, text)) {
    // A command may have made the old file read-only or put something else in its place.
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text, { mode: fileMode, flag: 'wx' });
  }
  markWritten(path);
}

/** Writes to the empty file that `makePlace` made, if it is still that: no link, no second name of a file that is somebody's. */
function fillsPlace(path: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > 0 || found.nlink !== 1 || (found.mode & 0o777) !== fileMode) return false;
    writeFileSync(descriptor, text);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The time that a value's file bears as long as nobody writes to it. To compare contents would read all that a command sees before each
 * one, and the real times do not tell a write that comes within the same tick of the kernel's clock (4 ms).
 */
const markSeconds = 1_000_000_000;

const markWritten = (path: string): void => utimesSync(path, markSeconds, markSeconds);

function isAsWritten(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.mtimeMs === markSeconds * 1000;
}

/** Whether a plain file has just this text. Its size is looked at first: what else may stand there, such as a pipe, is not opened. */
function holds(path: string, text: string): boolean {
  const bytes = Buffer.from(text);
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes.length && readFileSync(path).equals(bytes);
}
