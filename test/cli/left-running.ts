import { readdirSync, readFileSync } from 'node:fs';

/** How long commands of tests sleep: a number that no other test run on this machine has. */
export const sleepSeconds = `86397.${process.pid}`;

/** The processes, of whoever, that sleep so long. */
export function leftSleeping(): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\u0000${sleepSeconds}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
