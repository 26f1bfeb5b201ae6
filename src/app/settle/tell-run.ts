import { setTimeout as wait } from 'node:timers/promises';
import type { StoredEvent } from '../../core/events/envelope.ts';
import { isOver, type RunEvent } from '../../core/events/run-event.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Message } from '../../ports/inbox.ts';
import type { Store } from '../../ports/store.ts';
import { eventsOf, findRun, isAtWork } from '../history/find-run.ts';
import { type Hearing, whoHears } from '../history/who-hears.ts';
import { openForChange } from '../project/open-project.ts';

const pollMs = 50;

/** What is to be said to a run from another process. */
export type Telling =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'pause' }
  | { readonly kind: 'unpause' };

export interface Told {
  readonly run: string;
  /** `taken`: it has it. `kept`: nobody drives it, and it hears it when it is taken up. `waiting`: it has not taken it yet. */
  readonly how: 'taken' | 'kept' | 'waiting';
  /** Whether what was said answers a question of the run's own. */
  readonly answered: boolean;
  /** The answer to a question. */
  readonly answer: string | null;
}

/** Says something to a run, and waits until it has taken it (a question: until it is answered), at most `waitMs`. `run` may be 'last'. */
export async function tellRun(cwd: string, run: string, telling: Telling, by: string, waitMs: number): Promise<Result<Told, Refusal>> {
  const opened = await openForChange(cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  try {
    const found = await findRun(store, run);
    if (!found.ok) return found;
    const hearing = await whoHears(store, found.value);
    return hearing.ok ? await tell(store, hearing.value, telling, by, waitMs) : hearing;
  } finally {
    await store.close();
  }
}

async function tell(store: Store, { run, history }: Hearing, telling: Telling, by: string, waitMs: number): Promise<Result<Told, Refusal>> {
  if (history.some(({ event }) => isOver(event))) {
    return fail(overRefusal(run));
  }
  if ('text' in telling && telling.text.trim() === '') return fail(blankRefusal(telling.kind));
  const atWork = await isAtWork(store, run);
  if (!atWork.ok) return atWork;
  if (!atWork.value && telling.kind !== 'say') return fail(idleRefusal(run, telling.kind));
  const id = `ask-${process.pid}-${history.length}-${Date.now()}`;
  const answers = telling.kind === 'say' && (summaryOf(history).act?.clarifications.length ?? 0) > 0;
  const sent = await store.inbox.send(run, messageOf(telling, by, id, answers));
  if (!sent.ok) return fail(refusalOf('store/unavailable', sent.failure));
  const told = (how: Told['how'], answer: string | null = null, answered = answers): Result<Told, Refusal> =>
    ok({ run, how, answered, answer });
  if (!atWork.value) return told('kept');
  if (isNoNews(telling, history)) return told('taken');
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    await wait(pollMs);
    const goesOn = await isAtWork(store, run);
    if (!goesOn.ok) return goesOn;
    const events = await eventsOf(store, run, history.length);
    if (!events.ok) return events;
    for (const { event } of events.value) {
      // Of two who answer one question the second has said a word like any other.
      if (telling.kind !== 'ask' && takes(event, sent.value)) return told('taken', null, event.type === 'clarification.answered');
      if (event.type !== 'question.answered' || event.id !== id) continue;
      return event.answer.ok ? told('taken', event.answer.text) : fail(unanswered(run, event.answer.error));
    }
    if (events.value.some(({ event }) => isOver(event))) return fail(overRefusal(run));
    // Somebody else was faster: what asks for how it stands already has no event of its own.
    if (isNoNews(telling, [...history, ...events.value])) return told('taken');
    if (!goesOn.value) return told('kept');
  }
  return told('waiting');
}

const takes = (event: RunEvent, message: number): boolean => 'message' in event && event.message === message;

/** A run that is paused already has nothing to take when it is paused again. */
function isNoNews({ kind }: Telling, history: readonly StoredEvent[]): boolean {
  const last = history.findLast(({ event }) => ['paused', 'unpaused', 'resumed'].includes(event.type))?.event.type;
  return (kind === 'pause' && last === 'paused') || (kind === 'unpause' && last !== 'paused');
}

function messageOf(telling: Telling, by: string, id: string, answers: boolean): Message {
  switch (telling.kind) {
    case 'say':
      return answers ? { kind: 'answer', by, clarification: null, text: telling.text } : { kind: 'say', by, text: telling.text };
    case 'ask':
      return { kind: 'ask', by, id, text: telling.text };
    case 'pause':
    case 'unpause':
      return { kind: telling.kind, by };
  }
}

const blankRefusal = (kind: 'say' | 'ask'): Refusal => ({
  code: 'cli/usage',
  message: kind === 'say' ? 'there is nothing in what is to be said' : 'the question is empty',
  hint: `pawl ${kind} --help`,
});

const overRefusal = (run: string): Refusal => ({
  code: 'run/finished',
  message: `run ${run} has ended, and hears nothing any more`,
  hint: `pawl show ${run}  says how`,
});

const idleRefusal = (run: string, kind: 'ask' | 'pause' | 'unpause'): Refusal => ({
  code: 'run/not-running',
  message: `nobody drives run ${run} at the moment, so it can not be ${kind === 'ask' ? 'asked' : 'paused'}`,
  hint: `pawl show ${run}  says how it stands, pawl resume ${run}  takes it up`,
});

const unanswered = (run: string, error: string): Refusal => ({
  code: 'run/not-answered',
  message: `run ${run} could not answer: ${error}`,
  hint: `pawl show ${run}  says how it stands`,
});
