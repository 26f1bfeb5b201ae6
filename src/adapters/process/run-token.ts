import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { graceMs } from './process-group.ts';

const variable = 'PAWL_RUN_TOKEN';

/**
 * Ends every process that carries the token in its environment, of whatever group or session; gives how many there were.
 * On Linux the environment is read from /proc; elsewhere from `ps -E` (macOS), which shows it for the user's own processes
 * except those that the system protects. A process that dropped the variable is not found.
 */
export async function endAllWith(token: string): Promise<number> {
  const found = new Set<number>();
  const untilMs = performance.now() + graceMs;
  let waitMs = 2;
  // Looked up anew before every signal: a pid may have passed to a stranger, and a fork may have been missed.
  for (;;) {
    const carriers = await carriersOf(token);
    if (carriers.length === 0) return found.size;
    const nowMs = performance.now();
    for (const pid of carriers) {
      if (nowMs >= untilMs) send(pid, 'SIGKILL');
      else if (!found.has(pid)) send(pid, 'SIGTERM');
      found.add(pid);
    }
    // What KILL does not end within another grace waits uninterruptibly; nobody can end that.
    if (nowMs >= untilMs + graceMs) return found.size;
    await delay(waitMs);
    waitMs = Math.min(waitMs * 2, 50);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended in between.
  }
}

async function carriersOf(token: string): Promise<number[]> {
  const pids = process.platform === 'linux' ? await fromProc(`${variable}=${token}`) : await fromPs(`${variable}=${token}`);
  return pids.filter((pid) => pid !== process.pid);
}

async function fromProc(assignment: string): Promise<number[]> {
  const needle = Buffer.from(`\0${assignment}\0`);
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const hits = await Promise.all(
    names.map(async (name) => {
      try {
        // A zombie's is empty; another user's cannot be read.
        const environment = await readFile(`/proc/${name}/environ`);
        return Buffer.concat([Buffer.of(0), environment, Buffer.of(0)]).includes(needle) ? Number(name) : null;
      } catch {
        return null;
      }
    }),
  );
  return hits.filter((pid) => pid !== null);
}

async function fromPs(assignment: string): Promise<number[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-Eww', '-ax', '-o', 'pid=,command='], { maxBuffer: 256 * 1024 * 1024 });
    const lines = stdout.split('\n').filter((line) => `${line} `.includes(` ${assignment} `));
    return lines.map((line) => Number.parseInt(line, 10)).filter(Number.isInteger);
  } catch {
    return [];
  }
}
