import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { programFile } from './program-file.ts';

/** What `prlimit` is for and what to do where it is missing; null = it is there. */
export const memoryLimitMissing = (): string | null =>
  process.platform !== 'linux'
    ? `no way is known to limit a process's memory on ${process.platform}, array buffers included`
    : programFile('prlimit') === null
      ? 'the program prlimit, which limits memory, is not on PATH; install util-linux'
      : null;

/**
 * Limits a process's private memory, of all kinds, to what code may use beside what the process itself takes. RLIMIT_DATA
 * counts what is mapped, not what is used: V8 maps 512 MiB for code at its start, of which it uses next to nothing. So the limit is
 * set from outside once the process stands, and what it has mapped and not used is added. (A limit before the start must either
 * guess that, or be so low that V8 does not start: both tried.)
 */
export async function limitMemory(pid: number, memoryBytes: number): Promise<void> {
  const { mapped, used } = memoryOf(pid);
  const program = programFile('prlimit') ?? 'prlimit';
  await promisify(execFile)(program, ['--pid', String(pid), `--data=${mapped - used + memoryBytes}`, '--core=0']);
}

/** Bytes that a process uses for itself alone; 0 = not known. */
export function usedMemory(pid: number): number {
  try {
    return memoryOf(pid).used;
  } catch {
    return 0;
  }
}

function memoryOf(pid: number): { mapped: number; used: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
  const found = { mapped: bytes('VmData'), used: bytes('RssAnon') };
  if (Number.isNaN(found.mapped) || Number.isNaN(found.used))
    throw new Error(`/proc/${pid}/status does not tell the memory of the process`);
  return found;
}
