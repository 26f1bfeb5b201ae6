import { fail, ok } from '../../core/model/result.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { Slots } from './slots.ts';

const wait = (ms: number, signal: AbortSignal): Promise<void> => systemClock.wait(ms, signal);

/** Those of this process, whatever folders they work in. */
export const actSlots = new Slots('acts', wait);
const sessionSlots = new Slots('sessions of acts', wait);

/** A sandbox whose sessions count among all of this process, of which there may be so many. `signal`: nobody waits for one any more. */
export function limitedSandbox(sandbox: Sandbox, most: number, signal: AbortSignal, slots: Slots = sessionSlots): Sandbox {
  const open = new Set<() => void>();
  return {
    layers: () => sandbox.layers(),
    async open(request) {
      const place = await slots.take(most, signal);
      if (!place.ok) return fail({ kind: 'refused', message: place.failure, hint: 'close one with close_session, or wait' });
      const release = (): void => {
        open.delete(release);
        place.value();
      };
      open.add(release);
      const opened = await sandbox.open(request);
      if (!opened.ok) {
        release();
        return opened;
      }
      const session = opened.value;
      return ok({
        run: (cell) => session.run(cell),
        variables: () => session.variables(),
        async close() {
          await session.close();
          release();
        },
      });
    },
    async close() {
      await sandbox.close();
      for (const release of [...open]) release();
    },
  };
}
