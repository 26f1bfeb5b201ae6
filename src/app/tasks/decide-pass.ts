import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { decideDue, nextStart } from '../../core/tasks/decide-due.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { Tasks, TasksNow } from '../../ports/tasks.ts';
import { orUnavailable } from './open-tasks.ts';

/** What one look at all tasks came to. */
export interface Pass {
  readonly now: TasksNow;
  /** What it has created. */
  readonly created: readonly { readonly task: Task; readonly occurrence: Occurrence }[];
  /** Tasks of which nothing comes any more. */
  readonly ended: readonly Task[];
  /** When the next one begins, by what is known now; null = none is known. */
  readonly nextMs: number | null;
}

/**
 * Decides what has fallen due. When each task begins next is remembered for as long as that task has not changed: to ask its schedule takes 0.3 ms,
 * and a change of one of a thousand tasks is no reason to ask all of them.
 */
export class Decider {
  private readonly tasks: Tasks;
  private starts = new Map<string, { readonly revision: number; readonly atMs: number | null }>();

  constructor(tasks: Tasks) {
    this.tasks = tasks;
  }

  /** Decides for every task and writes it. What somebody else has decided meanwhile is decided. */
  async pass(nowMs: number): Promise<Result<Pass, Refusal>> {
    const before = orUnavailable(await this.tasks.read());
    if (!before.ok) return before;
    const created: { task: Task; occurrence: Occurrence }[] = [];
    const ended: Task[] = [];
    for (const task of before.value.tasks) {
      const startMs = this.startOf(task);
      if (startMs !== null && startMs > nowMs) continue;
      const own = [...before.value.open, ...before.value.over].filter((each) => each.task === task.id);
      const decided = decideDue(task, own, nowMs);
      if (decided === null) continue;
      const { decidedUntilMs, create, cancel, ended: end } = decided;
      const next: Task = { ...task, decidedUntilMs, ended: end, revision: task.revision + 1 };
      const applied = orUnavailable(await this.tasks.apply({ task: next, create, cancel, atMs: nowMs }));
      if (!applied.ok) return applied;
      if (!applied.value.applied) continue;
      created.push(...applied.value.created.map((occurrence) => ({ task: next, occurrence })));
      if (end !== null) ended.push(next);
    }
    const now = orUnavailable(await this.tasks.read());
    if (!now.ok) return now;
    const starts = now.value.tasks.flatMap((task) => this.startOf(task) ?? []);
    this.starts = new Map(now.value.tasks.map((task) => [task.id, { revision: task.revision, atMs: this.startOf(task) }]));
    return ok({ now: now.value, created, ended, nextMs: starts.length === 0 ? null : Math.min(...starts) });
  }

  private startOf(task: Task): number | null {
    const known = this.starts.get(task.id);
    if (known?.revision === task.revision) return known.atMs;
    const atMs = nextStart(task)?.startAtMs ?? null;
    this.starts.set(task.id, { revision: task.revision, atMs });
    return atMs;
  }
}
