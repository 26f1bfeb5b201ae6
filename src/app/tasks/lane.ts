import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { TasksNow } from '../../ports/tasks.ts';
import { performOccurrence } from './perform-occurrence.ts';
import type { Serving } from './serving.ts';
import { hasMoved } from './waiting-run.ts';

/**
 * Performs open occurrences one after another, those that have begun first: a workspace has one owner, so that two at once would only wait for
 * each other. Which of them are left to do is looked up anew before each, as other servers have lanes too.
 */
export class Lane {
  private readonly serving: Serving;
  private now: TasksNow | null = null;
  private going: Promise<void> | null = null;
  private isGoing = false;
  private readonly behind = new Set<Promise<void>>();

  constructor(serving: Serving) {
    this.serving = serving;
  }

  /** What is open by now. */
  offer(now: TasksNow): void {
    this.now = now;
    if (this.isGoing || this.serving.stopping.aborted) return;
    this.isGoing = true;
    this.going = this.go().finally(() => {
      this.isGoing = false;
    });
  }

  /** Whether nothing is left to do, by anybody; what waits for a person is left to that person. */
  async isIdle(now: TasksNow): Promise<boolean> {
    if (this.isGoing || now.open.some(({ state }) => state !== 'asking')) return false;
    return (await this.next(now)) === null;
  }

  /** Resolves when what it began is over, and all that goes on behind it. */
  async drained(): Promise<void> {
    await this.going;
    await Promise.all(this.behind);
  }

  private async go(): Promise<void> {
    const tried = new Set<TasksNow | null>();
    while (!this.serving.stopping.aborted && !tried.has(this.now)) {
      const { now } = this;
      const next = now === null ? null : await this.next(now);
      if (next === null) {
        tried.add(now);
        continue;
      }
      await this.perform(next.task, next.occurrence);
      const fresh = await this.serving.tasks.read();
      if (fresh.ok) this.now = fresh.value;
    }
  }

  /** The first that can be begun or taken up. */
  private async next(now: TasksNow): Promise<{ readonly task: Task; readonly occurrence: Occurrence } | null> {
    const { tasks, cwd } = this.serving;
    const ordered = [...now.open].sort((one, other) => Number(one.state === 'waiting') - Number(other.state === 'waiting'));
    for (const occurrence of ordered) {
      const task = now.tasks.find(({ id }) => id === occurrence.task);
      if (task === undefined) continue;
      if (occurrence.state === 'asking' && !(await hasMoved(cwd, occurrence))) continue;
      const free = await tasks.isFree(occurrence.run);
      if (free.ok && free.value) return { task, occurrence };
    }
    return null;
  }

  private async perform(task: Task, occurrence: Occurrence): Promise<void> {
    const { watch, clock, stopping } = this.serving;
    let isTold = false;
    const performed = await performOccurrence(
      {
        ...this.serving,
        watch: {
          onHindered: watch.onHindered,
          onEvent(of, stored) {
            if (!isTold) watch.onBegun(of, occurrence, stored.event.type === 'act.started');
            isTold = true;
            watch.onEvent(of, stored);
          },
        },
      },
      task,
      occurrence.run,
    );
    if (!performed.ok) {
      watch.onTrouble(performed.failure);
      // What cannot be written now may be written soon; to try at once would only fill the disk's log.
      await clock.wait(1000, stopping);
      return;
    }
    if (performed.value === null) return;
    watch.onOver(task, performed.value.occurrence);
    const { behind } = performed.value;
    const kept = behind.catch(() => {}).finally(() => this.behind.delete(kept));
    this.behind.add(kept);
  }
}
