import { loopbackWebhooks } from '../../adapters/webhooks/hono/loopback-webhooks.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Listening } from '../../ports/webhooks.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { liveDelivery } from './live-delivery.ts';
import { openProjectTasks } from './open-tasks.ts';
import { receiveHook } from './receive-hook.ts';
import { serveTasks } from './serve.ts';
import type { ServeWatch } from './serving.ts';

export interface ServerOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting it ends the server: nothing new is begun. */
  readonly stopping: AbortSignal;
  readonly once: boolean;
  /** Where webhooks are listened for, 0 = where it is free; null = nowhere. `isAsked`: it is refused where that is taken, else warned of. */
  readonly port: number | null;
  readonly isPortAsked: boolean;
  readonly watch: ServeWatch & { onListening(port: number): void; onDeaf(why: string): void };
}

/** A server that takes nothing new any more. */
export interface StoppedServer {
  /** Resolves when what it began is over. */
  readonly working: Promise<void>;
  close(): Promise<void>;
}

/** Serves the tasks of the project around `cwd` until it is told to stop. */
export async function startServer({ port, isPortAsked, ...options }: ServerOptions): Promise<Result<StoppedServer, Refusal>> {
  const opened = await openProjectTasks(options.cwd);
  if (!opened.ok) return opened;
  const tasks = opened.value;
  let hooks: Listening | null = null;
  if (port !== null) {
    const listening = await loopbackWebhooks.listen(port, (call) => receiveHook(tasks, call));
    if (!listening.ok && isPortAsked) {
      await tasks.close();
      return fail(refusalOf('task/port-taken', listening.failure));
    }
    if (listening.ok) {
      hooks = listening.value;
      options.watch.onListening(hooks.port);
    } else options.watch.onDeaf(listening.failure.message);
  }
  const { working } = await serveTasks({ ...options, tasks, clock: systemClock, deliver: liveDelivery });
  await hooks?.close();
  return ok({ working, close: () => tasks.close() });
}
