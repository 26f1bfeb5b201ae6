import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Tasks } from '../../ports/tasks.ts';
import { decidePass, type Pass } from './decide-pass.ts';
import { Lane } from './lane.ts';
import { orUnavailable } from './open-tasks.ts';
import type { Serving } from './serving.ts';

/** How often it is looked whether anything has changed, which takes 0.1 ms: a person who adds a task sees it taken up at once. */
const lookMs = 250;

/** How long a look lasts at most where nothing has changed: an owner of an occurrence may have died, or a person have answered a run. */
const wholeMs = 1000;

/**
 * Runs what is due until it is told to stop. It waits in short slices for one stored instant, and asks the clock after each: neither the longest
 * timer nor a machine that slept nor a clock that was set makes anything due sooner, or twice. Gives when nothing new is begun any more; `working`
 * resolves when what it began is over.
 */
export async function serveTasks(serving: Serving): Promise<{ readonly working: Promise<void> }> {
  const { tasks, clock, stopping, once, watch } = serving;
  const lane = new Lane(serving);
  let trouble = '';
  let last = null as Looked | null;
  while (!stopping.aborted) {
    const pass = await look(tasks, clock.nowMs(), clock.monotonicMs(), last);
    if (!pass.ok) {
      if (pass.failure.message !== trouble) watch.onTrouble(pass.failure);
      trouble = pass.failure.message;
    } else {
      trouble = '';
      if (pass.value !== last?.pass) {
        for (const { task, occurrence } of pass.value.created) watch.onCreated(task, occurrence);
        for (const task of pass.value.ended) watch.onEnded(task);
        last = { pass: pass.value, atMs: clock.monotonicMs() };
        lane.offer(pass.value.now);
      }
      if (once && (await lane.isIdle(pass.value.now))) break;
    }
    const leftMs = last?.pass.nextMs == null ? lookMs : last.pass.nextMs - clock.nowMs();
    await clock.wait(Math.max(1, Math.min(leftMs, lookMs)), stopping);
  }
  return { working: lane.drained() };
}

/** A look, and when it was taken, by the clock that never goes back. */
interface Looked {
  readonly pass: Pass;
  readonly atMs: number;
}

/** A new look where anything may have changed, else the last one. */
async function look(tasks: Tasks, nowMs: number, monotonicMs: number, last: Looked | null): Promise<Result<Pass, Refusal>> {
  if (last !== null && (last.pass.nextMs === null || nowMs < last.pass.nextMs) && monotonicMs - last.atMs < wholeMs) {
    const revision = orUnavailable(await tasks.revision());
    if (!revision.ok) return revision;
    if (revision.value === last.pass.now.revision) return ok(last.pass);
  }
  return decidePass(tasks, nowMs);
}
