import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { endStateOf } from './end-state.ts';
import { attemptsEnded, type Recorded, recordedIn, spentIn, storyOf } from './recorded.ts';
import { attemptsNoted, type Stage } from './stage.ts';

/** What an undisturbed run of a scene leaves. */
export interface Undisturbed {
  readonly state: Readonly<Record<string, unknown>>;
  readonly story: Readonly<Record<string, unknown>>;
  readonly spent: ReturnType<typeof spentIn>;
}

export function undisturbed(stage: Stage): Undisturbed {
  const recorded = recordedIn(stage.repo);
  const run = recorded.run as string;
  return { state: endStateOf(stage.repo, run), story: storyOf(recorded, run), spent: spentIn(recorded) };
}

/** Checks that a run that was killed ended as the undisturbed one did: in the repository, in the journal and in money. */
export function expectSameEnd(stage: Stage, wanted: Undisturbed, how: string): void {
  const recorded = recordedIn(stage.repo);
  const run = recorded.run as string;
  expect(endStateOf(stage.repo, run), how).toEqual(wanted.state);
  expect(storyOf(recorded, run), how).toEqual(wanted.story);
  const { totals, lostCalls } = spentIn(recorded);
  const { calls, unpricedCalls } = wanted.spent.totals;
  expect(totals, how).toEqual({ ...wanted.spent.totals, calls: calls + lostCalls, unpricedCalls: unpricedCalls + lostCalls });
  expectNothingTwice(stage, recorded, how);
  expect(leftOf(recorded), how).toEqual([]);
}

/** Each attempt that was asked for began at most once, and none came after the one that ended. */
function expectNothingTwice(stage: Stage, recorded: Recorded, how: string): void {
  const { asked, last } = attemptsEnded(recorded);
  const noted = attemptsNoted(stage);
  const once = new Map<string, number>();
  for (const name of noted) once.set(name, (once.get(name) ?? 0) + 1);
  // Jumping back to a step performs it anew.
  const jumps = recorded.events.filter((event) => event.type === 'branch.taken').length;
  for (const [name, times] of once) expect(times, `${how}\n${name} began ${times} times`).toBeLessThanOrEqual(1 + jumps);
  for (const name of once.keys()) expect(asked, how).toContain(name);
  for (const name of last) expect([...once.keys()], `${how}\n${name} is recorded to have ended and never began`).toContain(name);
}

/** Processes that still carry the run's token. */
function leftOf({ events }: Recorded): string[] {
  const [first] = events;
  if (first?.type !== 'run.started') throw new Error('a run begins with its first event');
  const token = `PAWL_RUN_TOKEN=${first.settings.runToken}`;
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(token);
    } catch {
      return false;
    }
  });
}
