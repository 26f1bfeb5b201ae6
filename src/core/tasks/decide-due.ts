import { latestTimes, nextTime } from '../schedule/next-time.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { jitterOf } from './jitter.ts';
import { keyOf, type NewOccurrence, type Occurrence } from './occurrence.ts';
import { admit, mostWaiting } from './overlap.ts';
import type { Task } from './task.ts';

/** One that begins later than this was missed: nobody served when it was due. */
export const graceMs = 60_000;

/** What is to be written, all of it or none. */
export interface DueDecision {
  /** Instants up to here are decided with it. Never less than before. */
  readonly decidedUntilMs: number;
  readonly create: readonly NewOccurrence[];
  readonly cancel: readonly { readonly run: string; readonly note: string }[];
  /** Set where nothing can become due any more and nothing is open. */
  readonly ended: 'completed' | 'failed' | null;
}

/**
 * What becomes of all that has fallen due by `nowMs`. `occurrences`: those of the task that are open, and its last that is over. null = nothing
 * is to be written. Total: any clock, one set back too, and any gap since it was asked last; what it decides is bounded.
 */
export function decideDue(task: Task, occurrences: readonly Occurrence[], nowMs: number): DueDecision | null {
  if (task.ended !== null || !task.enabled || task.when.kind !== 'schedule') return null;
  const { schedule } = task.when;
  const jitterMs = jitterOf(task);
  const upToMs = nowMs - jitterMs;
  const due = upToMs > task.decidedUntilMs ? latestTimes(schedule, task.decidedUntilMs, upToMs, mostWaiting + 1) : [];
  const last = due.at(-1);
  if (last === undefined) {
    const ended = endOf(schedule, task.decidedUntilMs, occurrences);
    return ended === null ? null : { decidedUntilMs: task.decidedUntilMs, create: [], cancel: [], ended };
  }
  const isLate = (dueAtMs: number): boolean => upToMs - dueAtMs > graceMs;
  const first = nextTime(schedule, task.decidedUntilMs) as number;
  const course = new Course(task, occurrences, (dueAtMs) => ({ kind: 'due', dueAtMs, startAtMs: dueAtMs + jitterMs }));
  const missed = due.filter(isLate);
  const prompt = due.filter((each) => !isLate(each));
  catchUp(course, task, missed, prompt, first);
  return { decidedUntilMs: last, create: course.create, cancel: course.cancel, ended: null };
}

/** Those that were missed by the rule of the task, then those that are on time. */
function catchUp(course: Course, { limits }: Task, missed: readonly number[], prompt: readonly number[], first: number): void {
  const lastMissed = missed.at(-1);
  if (lastMissed === undefined) {
    for (const dueAtMs of prompt) course.meet(dueAtMs);
    return;
  }
  switch (limits.catchUp) {
    case 'none':
      course.pass(lastMissed, first);
      for (const dueAtMs of prompt) course.meet(dueAtMs);
      return;
    case 'latest': {
      // One that is on time stands for those before it.
      const [rest, run] = prompt.length > 0 ? [missed, prompt] : [missed.slice(0, -1), [lastMissed]];
      const lastPassed = rest.at(-1);
      if (lastPassed !== undefined) course.pass(lastPassed, first);
      for (const dueAtMs of run) course.meet(dueAtMs);
      return;
    }
    case 'all': {
      const all = [...missed, ...prompt];
      const run = all.slice(-mostWaiting);
      const dropped = all.at(-mostWaiting - 1);
      if (dropped !== undefined) course.pass(dropped, first);
      for (const dueAtMs of run) course.wait(dueAtMs);
    }
  }
}

/** What is created and cancelled, one instant after another: each finds what those before it have left open. */
class Course {
  readonly create: NewOccurrence[] = [];
  readonly cancel: { run: string; note: string }[] = [];
  private open: Pick<Occurrence, 'run' | 'state' | 'cancelAsked'>[];
  private readonly task: Task;
  private readonly causeOf: (dueAtMs: number) => NewOccurrence['cause'];

  constructor(task: Task, occurrences: readonly Occurrence[], causeOf: (dueAtMs: number) => NewOccurrence['cause']) {
    this.task = task;
    this.open = [...occurrences];
    this.causeOf = causeOf;
  }

  /** One on time. */
  meet(dueAtMs: number): void {
    const { state, note, cancels } = admit(this.task.limits.overlap, this.open);
    const gone = new Set(cancels.map(({ run }) => run));
    // What this same decision has created is not stored yet: it is passed over instead.
    for (const [at, made] of this.create.entries())
      if (gone.has(made.key)) this.create[at] = { ...made, state: 'skipped', note: 'a later one was due' };
    const made = new Set(this.create.map(({ key }) => key));
    this.cancel.push(...cancels.filter(({ run }) => !made.has(run)));
    this.open = this.open.filter(({ run }) => !gone.has(run));
    this.add(dueAtMs, state, note);
  }

  /** One that waits for its turn, whatever is open. */
  wait(dueAtMs: number): void {
    this.add(dueAtMs, 'waiting', null);
  }

  /** All from `first` to this one, in one line. */
  pass(dueAtMs: number, first: number): void {
    const since = first < dueAtMs ? `, and those since ${new Date(first).toISOString()} with it` : '';
    this.add(dueAtMs, 'skipped', `nobody served when it was due${since}`);
  }

  private add(dueAtMs: number, state: NewOccurrence['state'], note: string | null): void {
    const key = keyOf.due(dueAtMs);
    this.create.push({ key, cause: this.causeOf(dueAtMs), state, note });
    // It has no run yet, so its key stands for it.
    this.open.push({ run: key, state, cancelAsked: false });
  }
}

/** How a task has ended of which nothing can become due any more; null = it has not. */
function endOf(schedule: Schedule, decidedUntilMs: number, occurrences: readonly Occurrence[]): DueDecision['ended'] {
  if (nextTime(schedule, decidedUntilMs) !== null) return null;
  if (occurrences.some(({ state }) => state === 'waiting' || state === 'running' || state === 'asking')) return null;
  return occurrences.some(({ state }) => state === 'failed') ? 'failed' : 'completed';
}

/** When the next one begins that is not decided yet; null = none. A server looks again then, and may look sooner. */
export function nextStart(task: Task): { readonly dueAtMs: number; readonly startAtMs: number } | null {
  if (task.ended !== null || !task.enabled || task.when.kind !== 'schedule') return null;
  const dueAtMs = nextTime(task.when.schedule, task.decidedUntilMs);
  return dueAtMs === null ? null : { dueAtMs, startAtMs: dueAtMs + jitterOf(task) };
}
