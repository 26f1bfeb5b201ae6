import type { Delivered, DeliveredWork } from '../../src/app/tasks/delivery.ts';
import { serveTasks } from '../../src/app/tasks/serve.ts';
import type { Occurrence } from '../../src/core/tasks/occurrence.ts';
import type { Task } from '../../src/core/tasks/task.ts';
import type { Tasks } from '../../src/ports/tasks.ts';
import { memoryTasks } from '../../src/testing/memory-tasks.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { VirtualClock } from './virtual-clock.ts';

/** An occurrence that is done at once. */
export const done: Delivered = { kind: 'ended', status: 'succeeded', note: null, behind: Promise.resolve() };

/** Tasks that are served by a virtual clock, with what stands in for the agent. */
export class Scene {
  readonly tasks: Tasks;
  readonly clock: VirtualClock;
  /** When each began, with what it is the instance of. */
  readonly begun: { readonly atMs: number; readonly occurrence: Occurrence }[] = [];
  readonly told: string[] = [];
  deliver: (work: DeliveredWork) => Promise<Delivered> = async () => done;

  constructor(nowMs: number, tasks: Tasks = memoryTasks(), clock = new VirtualClock(nowMs)) {
    this.tasks = tasks;
    this.clock = clock;
  }

  async put(task: Task): Promise<void> {
    okValue(await this.tasks.apply({ task, create: [], cancel: [], atMs: this.clock.nowMs() }));
  }

  /** Serves until `isOver`, which is asked at each wait. */
  async serve(isOver: (scene: Scene) => boolean | Promise<boolean>, once = false): Promise<void> {
    const stop = new AbortController();
    const { clock } = this;
    const watched = {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      wait: async (ms: number, signal: AbortSignal): Promise<void> => {
        if (await isOver(this)) stop.abort();
        await clock.wait(ms, signal);
      },
    };
    const say = (what: string, { name }: Task, more = ''): void => void this.told.push(`${what} ${name}${more}`);
    const { working } = await serveTasks({
      cwd: scratchFolder(),
      env: {},
      tasks: this.tasks,
      clock: watched,
      stopping: stop.signal,
      once,
      deliver: (work) => {
        this.begun.push({ atMs: clock.nowMs(), occurrence: work.occurrence });
        return this.deliver(work);
      },
      watch: {
        onCreated: (task, { state, note }) => say(`created ${state}`, task, note === null ? '' : `: ${note}`),
        onBegun: (task) => say('begun', task),
        onOver: (task, { state, note }) => say(state, task, note === null ? '' : `: ${note}`),
        onEnded: (task) => say(`ended ${task.ended}`, task),
        onEvent: () => {},
        onHindered: (task, _, why) => say('hindered', task, `: ${why}`),
        onTrouble: ({ code }) => void this.told.push(code),
      },
    });
    await working;
  }

  async history(task: Task): Promise<readonly Occurrence[]> {
    return okValue(await this.tasks.history(task.id, 1000));
  }
}
