import type { CronLine } from './cron-line.ts';
import { dayMs, type WallMs } from './wall-time.ts';
import { instantOf, offsetAt, shiftBetween, wallAt } from './zone.ts';

/** The first instant after `afterMs` at which the line is due in the zone; null = never again. */
export const nextOfCron = (line: CronLine, zone: string, afterMs: number): number | null =>
  line.isOpen ? nextByElapsedTime(line, zone, afterMs) : nextOnTheWall((wall) => line.next(wall), zone, afterMs);

/**
 * The same of anything that gives times on the wall, each of which comes once: the one in a gap right behind it, the one that the clock
 * shows twice the first time.
 */
export function nextOnTheWall(next: (wall: WallMs) => WallMs | null, zone: string, afterMs: number): number | null {
  // The instants of a rising series rise, so those of walls up to this one are over.
  for (let wall = next(wallAt(zone, afterMs)); wall !== null; wall = next(wall)) {
    const atMs = instantOf(zone, wall);
    if (atMs > afterMs) return atMs;
  }
  return null;
}

/** Longer than any hour that is repeated or left out, shorter than the time between two shifts. */
const aheadMs = 1.5 * dayMs;

/** All instants whose clock shows a time of the line: from one shift of the clock to the next, as the offset is between them. */
function nextByElapsedTime(line: CronLine, zone: string, afterMs: number): number | null {
  for (let fromMs = afterMs; ; ) {
    const offset = offsetAt(zone, fromMs);
    const wall = line.next(fromMs + offset);
    if (wall === null) return null;
    const atMs = wall - offset;
    const lookMs = Math.min(atMs, fromMs + aheadMs);
    if (offsetAt(zone, lookMs) !== offset) {
      // From the shift itself, which may be due: the clock goes on from what it shows then.
      const shiftMs = shiftBetween(zone, fromMs, lookMs);
      const again = line.next(wallAt(zone, shiftMs) - 1);
      if (again === wallAt(zone, shiftMs)) return shiftMs;
      fromMs = shiftMs;
    } else if (lookMs === atMs) return atMs;
    // Shifts on the way are over by then: nothing is due near them.
    else fromMs = Math.max(fromMs + aheadMs, instantOf(zone, wall) - aheadMs);
  }
}
