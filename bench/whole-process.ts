import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface ProcessTimes {
  readonly wallMs: number;
  /** Processor time of it and all its children, in steps of 10 ms; null where the system does not tell (only Linux does). */
  readonly cpuMs: number | null;
}

/** Runs a program from start to end, its output thrown away. Throws where it does not exit with 0. */
export async function timedProcess(argv: readonly [string, ...string[]], cwd: string): Promise<ProcessTimes> {
  const cpuBefore = childrenCpuMs();
  const startedMs = performance.now();
  const [program, ...args] = argv;
  const [code] = (await once(spawn(program, args, { cwd, stdio: 'ignore' }), 'close')) as [number | null];
  const wallMs = performance.now() - startedMs;
  const cpuAfter = childrenCpuMs();
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
  return { wallMs, cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
}

/** Processor time of this process and of all its children that have ended; null where the system does not tell. */
export function cpuMsSoFar(): number | null {
  const { user, system } = process.cpuUsage();
  const children = childrenCpuMs();
  return children === null ? null : (user + system) / 1000 + children;
}

/** Fields 16 and 17 of /proc/self/stat: processor time of all children that have ended, in ticks of 10 ms. */
function childrenCpuMs(): number | null {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
