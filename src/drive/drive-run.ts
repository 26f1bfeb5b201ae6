import type { RunState } from '../core/engine/state.ts';
import type { IntentType } from '../core/events/event.ts';
import type { WorkflowRunEvent } from '../core/events/run-event.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { Deadline, drivenMs } from '../journaling/deadline.ts';
import { keptMessages } from '../journaling/kept-messages.ts';
import { Recorder } from '../journaling/recorder.ts';
import { steeringOf } from '../journaling/steering-of.ts';
import { Course } from './course.ts';
import type { Drive, OpenDrive } from './drive.ts';
import { listen } from './listen.ts';
import { noteWaiting } from './note-waiting.ts';
import type { DrivePorts } from './performance.ts';
import type { Stopped } from './put-back-open.ts';
import { RunWork } from './run-work.ts';
import type { Steering } from './steering.ts';

/**
 * Performs a run to its end, or until only a person's word can let it go on (the state then is not finished): decides, appends,
 * performs what was decided, appends what came of it. An outcome and what follows from it are one append, on disk before anything
 * further is performed. Fails when the journal can no longer be written: then everything under way is ended, and an attempt
 * that is open is put back if that can be done. Fails also when the storage gives out under something that is performed: that is no
 * outcome, so none is written, and whoever takes the run up does it again.
 */
export async function driveRun(ports: DrivePorts, drive: Drive): Promise<Result<RunState, Stopped>> {
  const { procedure, place, history, signal } = drive;
  const recorder = recorderOf(ports, drive);
  const course = new Course(procedure, history);
  const { kept, afterId } = await keptMessages(ports.inbox, place.run, history);
  const work = new RunWork(ports, drive, course);
  const { steering, files } = work;
  const open = [...course.state.steering.questions];
  // Before anything is begun: the next prompt is to carry it.
  for (const message of kept) void steering.take(() => steeringOf(message, { paused: false }));
  let batch = course.apply([drive.first, ...askedBefore(signal), ...steering.next(course.state)]);
  for (const [id, question] of open) work.answer(id, question);
  const deadline = new Deadline(course.state.settings.runTimeoutMs, drivenMs(history));
  const heard = listen(steering, { inbox: ports.inbox, run: place.run, afterId, signal, deadline, around: drive.around });
  try {
    for (let isOpen = false; ; isOpen = true) {
      files.writeAhead(course.values);
      const appended = batch.length === 0 ? ok(undefined) : await recorder.append(batch);
      if (!appended.ok) return await work.giveUp(appended.failure);
      steering.settle(appended);
      if (work.gaveOut !== null) return fail(work.gaveOut);
      const { state } = course;
      deadline.counts(!state.steering.paused);
      work.carryOut(batch);
      if (!isOpen) drive.onOpen?.(openDrive(place.run, course, steering));
      if (state.phase === 'finished') return ok(state);
      if (work.isIdle) {
        if (waitsForPerson(state)) return ok(await noteWaiting(ports, place, state, recorder));
        if (!state.steering.paused) throw new Error(`run ${place.run} waits for nothing: the engine asked for nothing and did not end it`);
      }
      batch = course.apply(await work.news());
    }
  } finally {
    heard.close();
    deadline.close();
    await work.close();
  }
}

const openDrive = (run: string, course: Course, steering: Steering): OpenDrive => ({
  run,
  // It changes, so it is read when it is asked for.
  get state() {
    return course.state;
  },
  take: (meaning) => steering.take(meaning),
});

const askedBefore = ({ aborted, reason }: AbortSignal): WorkflowRunEvent[] =>
  aborted ? [{ type: 'cancel.asked', by: String(reason) }] : [];

function recorderOf({ journal, clock }: DrivePorts, { place, first, history, onEvent }: Drive): Recorder {
  const epoch = first.type === 'resumed' ? first.epoch : 1;
  return new Recorder({ journal, clock, run: place.run, epoch, nextSeq: history.length, observe: onEvent });
}

/** Whether only a person's word, to this run or to one within it, can let it go on; of a run of which nothing is under way. */
export const waitsForPerson = ({ pending }: RunState): boolean =>
  pending.size > 0 && [...pending.values()].every(({ type }) => mayWait.includes(type));

const mayWait: readonly IntentType[] = ['approval.requested', 'workflow.requested', 'function.requested'];
