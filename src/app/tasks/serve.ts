import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Tasks } from '../../ports/tasks.ts';
import { Decider, type Pass } from './decide-pass.ts';
import { Lane } from './lane.ts';
import { orUnavailable } from './open-tasks.ts';
import type { Serving } from './serving.ts';

/** How often it is looked whether anything has changed, which takes 0.1 ms: a person who adds a task sees it taken up at once. */
const lookMs = 250;

/** How often what is open is looked at although nothing has changed: its owner may have died, or a person have answered its run. */
const openLookMs = 1000;

/**
 * Runs what is due until it is told to stop. It waits in short slices for one stored instant, and asks the clock after each: neither the longest
 * timer nor a machine that slept nor a clock that was set makes anything due sooner, or twice. Gives when nothing new is begun any more; `working`
 * resolves when what it began is over.
 */
export async function serveTasks(serving: Serving): Promise<{ readonly working: Promise<void> }> {
  const { tasks, clock, stopping, once, watch } = serving;
  const [lane, decider] = [new Lane(serving), new Decider(tasks)];
  let trouble = '';
  let last: Pass | null = null;
  let offeredMs = 0;
  while (!stopping.aborted) {
    const looked = await look(tasks, decider, clock.nowMs(), last);
    if (!looked.ok) {
      if (looked.failure.message !== trouble) watch.onTrouble(looked.failure);
      trouble = looked.failure.message;
    } else {
      trouble = '';
      const pass: Pass = looked.value;
      if (pass !== last) {
        for (const { task, occurrence } of pass.created) watch.onCreated(task, occurrence);
        for (const task of pass.ended) watch.onEnded(task);
      }
      if (pass !== last || clock.monotonicMs() - offeredMs >= openLookMs) {
        offeredMs = clock.monotonicMs();
        lane.offer(pass.now);
      }
      last = pass;
      if (once && (await lane.isIdle(pass.now))) break;
    }
    const leftMs = last === null || last.nextMs === null ? lookMs : last.nextMs - clock.nowMs();
    await clock.wait(Math.max(1, Math.min(leftMs, lookMs)), stopping);
  }
  return { working: lane.drained() };
}

/** A new look where anything has changed or something is due, else the last one. */
async function look(tasks: Tasks, decider: Decider, nowMs: number, last: Pass | null): Promise<Result<Pass, Refusal>> {
  if (last !== null && (last.nextMs === null || nowMs < last.nextMs)) {
    const revision = orUnavailable(await tasks.revision());
    if (!revision.ok) return revision;
    if (revision.value === last.now.revision) return ok(last);
  }
  return decider.pass(nowMs);
}
