import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const alive = (pid: number): boolean => {
  try {
    // A zombie has ended; whoever should have waited for it may be the one that was killed.
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

for (const kind of ['fenced', 'weak']) {
  test.each(['exit', 'throw', 'kill'])(`${kind}: a host that goes by %s leaves no process behind`, async (how) => {
    const host = spawn(process.execPath, [new URL('./host-process.ts', import.meta.url).pathname, how, kind], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(host.stdout.setEncoding('utf8'), 'data')) as [string];
    const pids = JSON.parse(line) as number[];
    expect(pids.length).toBeGreaterThanOrEqual(3);
    if (how === 'kill') host.kill('SIGKILL');
    if (host.exitCode === null && host.signalCode === null) await once(host, 'exit');
    while (pids.some(alive)) await delay(20);
  });
}

/** Processes that have this in their command. */
const startedWith = (text: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });

test('a host that is killed while a session opens leaves nothing that waits for it', async () => {
  const folder = scratchFolder();
  const script = new URL('./early-host.ts', import.meta.url).pathname;
  for (const afterMs of [1, 4, 7, 10, 13, 16, 20, 25, 30, 40, 60, 90]) {
    const host = spawn(process.execPath, [script, String(afterMs), folder], { stdio: 'ignore' });
    await once(host, 'exit');
    expect(host.signalCode).toBe('SIGKILL');
  }
  while (startedWith(folder).length > 0) await delay(20);
});
