import { execFile, spawn } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, unlinkSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';

/** Both ends of a named pipe, open. The reader does not block; the writer is for the child and is closed after the start. */
export interface OpenPipe {
  readonly path: string;
  readonly readFd: number;
  readonly writeFd: number;
}

/**
 * Named pipes in a private folder of this process, made by one `mkfifo`, first one and then eight at a time, and used again.
 *
 * Why named pipes: what Node calls 'pipe' is a pair of sockets, and a socket cannot be opened through /dev/stderr, so
 * `echo x > /dev/stderr` and `tee /dev/stderr` fail in it (ENXIO). A file would be truncated by them. Measured on Linux:
 * 1.7 ms for `sh -c :` either way; see docs/decisions/process-pipes.md.
 */
export class PipePool {
  #folder: Promise<string> | null = null;
  #free: string[] = [];
  #made = 0;
  #making: Promise<void> | null = null;

  /** @param scratch an existing folder to fall back on where no temporary folder can be written to. */
  async open(scratch: string): Promise<Result<OpenPipe, Failure>> {
    try {
      return ok((await this.#take(scratch)) ?? (await this.#takeAnew(scratch)));
    } catch (error) {
      return fail({
        kind: 'io',
        message: `No pipe for a command's output could be made under ${tmpdir()}: ${(error as Error).message}`,
        hint: 'Set TMPDIR to a folder on a local disk that can be written to.',
      });
    }
  }

  /** Begins to make the first one, where none is there: to start `mkfifo` takes 3 ms, which the first command would wait for. */
  prepare(scratch: string): void {
    if (this.#free.length > 0) return;
    // What goes wrong is said where a pipe is asked for.
    this.#more(scratch).catch(() => {});
  }

  /** Gives back a pipe that has no writer any more. */
  giveBack(pipe: OpenPipe): void {
    this.#free.push(pipe.path);
  }

  /** Forgets a pipe that a stray process still writes to: its words must never show up in another command's output. */
  retire(pipe: OpenPipe): void {
    try {
      unlinkSync(pipe.path);
    } catch {
      // Gone already, which is all that was wanted.
    }
  }

  /** null when the folder has gone: a cleaner of temporary files may pass in a long run. */
  async #take(scratch: string): Promise<OpenPipe | null> {
    while (this.#free.length === 0) await this.#more(scratch);
    const path = this.#free.pop() as string;
    let readFd: number;
    try {
      // The reader first: a writer's open would wait for it.
      readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    try {
      return { path, readFd, writeFd: openSync(path, constants.O_WRONLY) };
    } catch (error) {
      closeSync(readFd);
      throw error;
    }
  }

  async #takeAnew(scratch: string): Promise<OpenPipe> {
    this.#folder = null;
    this.#free = [];
    const pipe = await this.#take(scratch);
    if (pipe === null) throw new Error('the folder was removed twice while it was in use');
    return pipe;
  }

  /** Those who ask at the same moment wait for the same ones, and ask again where they got none. */
  #more(scratch: string): Promise<void> {
    this.#making ??= this.#make(this.#made === 0 ? 1 : 8, scratch).finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async #make(count: number, scratch: string): Promise<void> {
    this.#folder ??= newFolder(scratch);
    this.#folder.catch(() => {
      this.#folder = null;
    });
    const folder = await this.#folder;
    const paths = Array.from({ length: count }, () => join(folder, String(this.#made++)));
    await makePipes(paths);
    this.#free.push(...paths);
  }
}

/** Started again for its words where it failed: to listen to them takes longer than all the rest. */
async function makePipes(paths: readonly string[]): Promise<void> {
  const args = ['-m', '600', ...paths];
  const done = await new Promise<boolean>((resolve) => {
    const child = spawn('mkfifo', args, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  if (done) return;
  for (const path of paths) rmSync(path, { force: true });
  await promisify(execFile)('mkfifo', args);
}

const prefix = 'pawl-pipes-';

/** Every pool's, removed by one listener: Node warns of the eleventh. */
const folders = new Set<string>();

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** A TMPDIR that is not there (one of another machine, a folder since removed) must not be what fails a gate. */
async function newFolder(scratch: string): Promise<string> {
  const made = (base: string) => mkdtemp(join(base, `${prefix}${process.pid}-`));
  const folder = await made(tmpdir()).catch((error: unknown) =>
    made('/tmp')
      .catch(() => made(scratch))
      .catch(() => Promise.reject(error)),
  );
  if (folders.size === 0) process.once('exit', removeFolders);
  folders.add(folder);
  void sweep(dirname(folder));
  return folder;
}

/** Removes folders of processes that died before they could. A folder of another user stays, by its permissions. */
async function sweep(base: string): Promise<void> {
  try {
    for (const name of await readdir(base)) {
      const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
      if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(base, name), { recursive: true, force: true });
    }
  } catch {
    // Tidying only; the next process tries again.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
