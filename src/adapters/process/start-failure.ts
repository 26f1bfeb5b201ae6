import { statSync } from 'node:fs';
import type { Failure } from '../../core/model/failure.ts';

/** Why a program could not be started, as a failure that says what to do. `error` is what `spawn` threw or emitted. */
export function startFailureOf(error: unknown, program: string, cwd: string): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // The system gives the same code for a missing folder and a missing program.
      if (!isFolder(cwd)) return { kind: 'not_found', message: `The folder ${cwd} does not exist, so ${program} cannot run in it.` };
      return { kind: 'not_found', message: `The program ${program} was not found.`, hint: 'Install it, or put its folder on PATH.' };
    case 'EACCES':
    case 'EPERM':
      return {
        kind: 'refused',
        message: `The system does not let ${program} run in ${cwd} (${code}).`,
        hint: 'Look at the permissions of both.',
      };
    case 'E2BIG':
      return {
        kind: 'too_large',
        message: `The environment or the arguments of ${program} are too large for the system (E2BIG).`,
        hint: 'Hand large values on in files.',
      };
    case 'ERR_INVALID_ARG_VALUE':
      return { kind: 'refused', message: `${program} cannot be given a NUL byte in an argument, a variable or its folder's name.` };
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return {
        kind: 'io',
        message: `${program} cannot be started: the system is short of processes, memory or open files (${code}).`,
        retryable: true,
      };
    default:
      return { kind: 'io', message: `${program} cannot be started: ${message}` };
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
