import type { ActState } from '../core/act/act-state.ts';
import { finishing } from '../core/act/review-due.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { Deadline, drivenMs } from '../journaling/deadline.ts';
import { InboxWatch } from '../journaling/inbox-watch.ts';
import { keptMessages } from '../journaling/kept-messages.ts';
import type { Around } from '../ports/around.ts';
import type { ActDrive, ActPorts } from './act-parts.ts';
import { ActWork } from './act-work.ts';
import { actSteeringOf } from './steering.ts';

/** How driving an act ended: it has an ending, or waits for a person's word about an effect. */
export interface Driven {
  readonly state: ActState;
  /** What a person is asked; null where it has ended. */
  readonly question: string | null;
}

/**
 * Performs an act to its end, or until only a person's word can let it go on. Fails only when the journal can no longer be written; then
 * everything under way is ended.
 */
export async function driveAct(ports: ActPorts, drive: ActDrive): Promise<Result<Driven, Failure>> {
  const { run, history, signal, around } = drive;
  const work = new ActWork(ports, drive);
  const { course, underWay } = work;
  const deadline = new Deadline(work.settings.limits.wallClockMs, drivenMs(history));
  const cancelled = (): void => void work.hear(() => [{ type: 'cancel.asked', by: String(signal.reason ?? 'the caller') }]);
  const inbox = new InboxWatch(ports.inbox, run, await keptMessages(ports.inbox, run, history), (received) =>
    work.hear((state) => actSteeringOf(received, state)),
  );
  let unlisten = (): void => {};
  try {
    const begun = await work.begin();
    if (!begun.ok) return begun;
    if (signal.aborted) cancelled();
    else signal.addEventListener('abort', cancelled, { once: true });
    void deadline.passed.then(() => work.hear(() => deadline.events));
    unlisten = listen(work, around);
    drive.onOpen(course);
    for (;;) {
      const woken = underWay.woken();
      const { state } = course;
      deadline.counts(!state.paused);
      if (underWay.failure !== null) return fail(underWay.failure);
      if (state.phase === 'done' || state.phase === 'review') return ok({ state, question: null });
      if (state.ending !== null && underWay.isIdle && state.adopted.size === 0) {
        const after = await drive.after();
        const op = course.nextOp();
        await work.take([...after, ...finishing(course.state, op, drive.reviewer(op))]);
        continue;
      }
      const question = work.question ?? (underWay.isIdle ? questionBeside(state) : null);
      if (question !== null && state.ending === null) return ok({ state, question });
      if (state.stop !== null || state.ending !== null) work.stop();
      await woken;
    }
  } finally {
    inbox.close();
    unlisten();
    deadline.close();
    signal.removeEventListener('abort', cancelled);
    await work.close();
  }
}

/** Hears what whatever is around the act hands on, from now on. Gives what ends that. */
function listen(work: ActWork, around: Around | null): () => void {
  if (around === null) return () => {};
  const tell = around.teller();
  const told = (): void => void work.hear(tell);
  told();
  return around.listen(told);
}

/** What a person is asked by what goes on beside an act that has nothing else to do; null where it has, or any of that goes on. */
function questionBeside({ pending, paused, adopted }: ActState): string | null {
  const [first = null, ...others] = [...adopted.values()].map(({ waits }) => waits);
  return pending.size > 0 || paused || others.includes(null) ? null : first;
}
