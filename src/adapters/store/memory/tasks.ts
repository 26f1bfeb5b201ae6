import { fail, ok } from '../../../core/model/result.ts';
import { isOpen, type Occurrence, runOf, storedAs } from '../../../core/tasks/occurrence.ts';
import { cancelled, claimed, updated } from '../../../core/tasks/occurrence-change.ts';
import type { Task } from '../../../core/tasks/task.ts';
import type { TaskApplied, TaskChange, Tasks, TasksNow } from '../../../ports/tasks.ts';
import { memoryClaims } from './ownership.ts';

/** No tasks, in memory, for tests: the same contract, gone with the process. */
export function memoryTasks(): Tasks {
  const held = new Held();
  const claims = memoryClaims();
  return {
    read: async () => ok(held.now()),
    revision: async () => ok(held.revision),
    apply: async (change) => ok(held.apply(change)),
    remove: async (task) => ok(held.remove(task)),
    history: async (task, most) => ok(held.of(task).reverse().slice(0, most)),
    find: async (task, key) => ok(held.of(task).find((each) => each.key === key) ?? null),
    async claim(run, owner, atMs) {
      const lock = await claims.of(run).acquire(owner);
      if (!lock.ok) return lock;
      if (!lock.value.owned) return ok(null);
      const found = held.occurrences.get(run);
      const mine = found === undefined ? null : claimed(found, atMs);
      if (mine !== null) return ok({ occurrence: held.put(mine), release: lock.value.release });
      await lock.value.release();
      return ok(null);
    },
    async isFree(run) {
      const holder = await claims.of(run).holder();
      return holder.ok ? ok(holder.value === null) : holder;
    },
    async update(run, epoch, update) {
      const found = held.occurrences.get(run);
      const next = found === undefined ? fail(removed(run)) : updated(found, epoch, update);
      return next.ok ? ok(held.put(next.value)) : next;
    },
    async rename(run, epoch) {
      const found = held.occurrences.get(run);
      return found === undefined || found.epoch !== epoch ? fail(removed(run)) : ok(held.rename(found));
    },
    close: async () => claims.releaseAll(),
  };
}

class Held {
  private readonly tasks = new Map<string, Task>();
  readonly occurrences = new Map<string, Occurrence>();
  revision = 0;

  now(): TasksNow {
    const all = [...this.occurrences.values()];
    const over = new Map(all.filter((each) => !isOpen(each)).map((each) => [each.task, each]));
    const byName = [...this.tasks.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    return structuredClone({ tasks: byName, open: all.filter(isOpen), over: [...over.values()], revision: this.revision });
  }

  of(task: string): Occurrence[] {
    return [...this.occurrences.values()].filter((each) => each.task === task);
  }

  put(occurrence: Occurrence): Occurrence {
    this.occurrences.set(occurrence.run, structuredClone(occurrence));
    this.revision++;
    return occurrence;
  }

  rename(occurrence: Occurrence): Occurrence {
    const next = { ...occurrence, run: this.freeRun(occurrence.task, occurrence.key) };
    this.occurrences.delete(occurrence.run);
    return this.put(next);
  }

  apply({ task, create, cancel, atMs }: TaskChange): TaskApplied {
    if (task.revision !== (this.tasks.get(task.id)?.revision ?? 0) + 1) return { applied: false, why: 'moved' };
    const others = [...this.tasks.values()].filter(({ id }) => id !== task.id);
    if (others.some(({ name }) => name === task.name)) return { applied: false, why: 'name' };
    if (others.some(({ description }) => description === task.description)) return { applied: false, why: 'description' };
    this.tasks.set(task.id, structuredClone(task));
    this.revision++;
    for (const { run, note } of cancel) {
      const found = this.occurrences.get(run);
      if (found !== undefined) this.put(cancelled(found, note, atMs));
    }
    const had = new Set(this.of(task.id).map(({ key }) => key));
    const fresh = create.filter(({ key }) => !had.has(key));
    return { applied: true, created: fresh.map((each) => this.put(storedAs(task.id, each, this.freeRun(task.id, each.key), atMs))) };
  }

  remove(task: string): boolean {
    for (const { run } of this.of(task)) this.occurrences.delete(run);
    this.revision++;
    return this.tasks.delete(task);
  }

  private freeRun(task: string, key: string): string {
    for (let attempt = 0; ; attempt++) {
      const run = runOf(task, key, attempt);
      if (!this.occurrences.has(run)) return run;
    }
  }
}

const removed = (run: string) => ({ kind: 'refused', message: `Occurrence ${run} is not there any more.` }) as const;
