import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { storageMark } from '../../../core/model/storage-trouble.ts';

/**
 * A failure of the world on its way to the face of this adapter, where it becomes a value again. Thirty steps in a row that
 * each may fail read as a list this way; nothing outside of this folder ever sees one.
 */
export class Trouble extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What must not be done, with the reason and the next step. */
export const refusal = (message: string, hint?: string): Trouble =>
  new Trouble({ kind: 'refused', message, ...(hint === undefined ? {} : { hint }) });

/** What the machine did not do: a git that failed, a disk that is full. */
export const ioTrouble = (message: string, hint?: string): Trouble =>
  new Trouble({ kind: 'io', message, ...(hint === undefined ? {} : { hint }) });

/** That there is no room for what git was to write. */
export const storageTrouble = (message: string): Trouble => new Trouble({ kind: 'io', message, outOfStorage: true });

/** Takes a result apart: its value, or its failure as trouble. */
export function valueOf<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Trouble(result.failure);
  return result.value;
}

/** Runs steps that may end in trouble; trouble, and what the file system refuses, become failures. Bugs stay exceptions. */
export async function attempt<T>(steps: () => Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await steps());
  } catch (error) {
    if (error instanceof Trouble) return fail(error.failure);
    const system = error as NodeJS.ErrnoException;
    if (error instanceof Error && typeof system.code === 'string' && typeof system.syscall === 'string') {
      return fail({ kind: 'io', message: `the file system refused: ${system.message}`, ...storageMark(error) });
    }
    throw error;
  }
}

/**
 * Waits for all, also when one fails: a verb that has failed must have no git at work any more, because the next one takes
 * its locks for those of the dead.
 */
export async function allOf<T extends readonly unknown[]>(pending: readonly [...{ [At in keyof T]: T[At] | Promise<T[At]> }]): Promise<T> {
  const settled = await Promise.allSettled(pending);
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason;
  return settled.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

/** The code of a system error ("ENOENT"), or '' for anything else. */
export const systemCode = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');
