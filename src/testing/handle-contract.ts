import type { StoredEvent } from '../core/events/envelope.ts';
import type { RunEvent } from '../core/events/run-event.ts';
import { RunFailed } from '../core/model/run-failed.ts';
import type { Handle } from '../ports/handle.ts';
import type { Message } from '../ports/inbox.ts';
import type { ContractKit } from './contract-kit.ts';

/** Something that goes on, for one test. */
export interface HandleScene {
  readonly handle: Handle<unknown>;
  /** The events by now of the run that does the work: its own, or the innermost one within it. */
  journal(): Promise<readonly StoredEvent[]>;
  /** What its model or agent was told, turn by turn or prompt by prompt, but for questions beside the work. */
  told(): Promise<readonly string[]>;
  /** Lets end what is under way. */
  letGo(): void;
  /** Says something to it as another process does. */
  send(message: Message): Promise<void>;
  /** Runs the command line in a process of its own. */
  pawl(...argv: string[]): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Everything of one kind that has handles. */
export interface HandleSubject {
  /** Runs a command until it is let go; then its model or agent is told something once more, and it ends well. Resolves with the command under way. */
  withCommand(): Promise<HandleScene>;
  /** Its model or agent is at work, and ends only when it is aborted. Resolves with that under way. */
  thinking(): Promise<HandleScene>;
  failing(): Handle<unknown>;
  /** It cannot be begun. */
  refused(): Handle<unknown>;
  /** It asks a person something, and its result names the answer; null where its kind never asks. */
  readonly asking: (() => HandleScene) | null;
}

const steeringWithinMs = 500;

/** What every `Handle` must do, for whoever holds it and for other processes. */
export function handleContract(kit: ContractKit, subject: HandleSubject): void {
  handleInProcess(kit, subject);
  questionsOfItsOwn(kit, subject);
  handleFromOutside(kit, subject);
}

function handleInProcess({ test, expect }: ContractKit, subject: HandleSubject): void {
  test('its result comes when it has ended; events and what it cost are there for whoever comes late', async () => {
    const { handle, letGo } = await subject.withCommand();
    expect(handle.done()).toBe(false);
    const early = collected(handle.events);
    letGo();
    await handle.result();
    expect(handle.done()).toBe(true);
    const events = await early;
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(await collected(handle.events)).toEqual(events);
    expect(new Set(events.map(({ run }) => run))).toEqual(new Set([await handle.run]));
    expect(isStart(events[0]?.event)).toBe(true);
    expect(events.at(-1)?.event.type.endsWith('.finished')).toBe(true);
    expect(handle.usage.calls > 0).toBe(true);
    expect(handle.usage.unpricedCalls).toBe(0);
  });

  test('where it fails its result rejects with a RunFailed that names the run', async () => {
    const handle = subject.failing();
    const error = await failureOf(handle.result());
    expect(error.run).toBe(await handle.run);
    expect(handle.done()).toBe(true);
  });

  test('where it cannot be begun all of it rejects so', async () => {
    const handle = subject.refused();
    const error = await failureOf(handle.result());
    expect(error.run).toBe(null);
    await failureOf(handle.run);
    await failureOf(handle.interject('x'));
    expect(await handle.nextClarification()).toBe(null);
    expect(await collected(handle.events)).toEqual([]);
  });

  test('a question is answered beside the work, which it does not disturb', async () => {
    const { handle, told, letGo } = await subject.withCommand();
    const answer = await handle.ask('how far are you?');
    expect(answer.trim().length > 0).toBe(true);
    expect(handle.done()).toBe(false);
    letGo();
    await handle.result();
    expect((await told()).some((each) => each.includes('how far are you?'))).toBe(false);
  });

  test('what is said is in the journal at once, and heard before the next turn or prompt, not before', async () => {
    const { handle, told, letGo } = await subject.withCommand();
    await handle.interject('mind the gap');
    letGo();
    await handle.result();
    const heard = (await told()).map((each) => each.includes('mind the gap'));
    expect(heard.at(-1)).toBe(true);
    expect(heard.slice(0, -1).includes(true)).toBe(false);
    expect(typesOf(await collected(handle.events)).includes('said')).toBe(true);
  });

  test('while it is paused what is under way ends and nothing is begun; then it goes on', async () => {
    const scene = await subject.withCommand();
    const { handle, letGo } = scene;
    await handle.pause();
    await handle.pause();
    letGo();
    await ended(scene);
    // It is heard all the same.
    await handle.ask('are you there?');
    await handle.resume();
    await handle.resume();
    await handle.result();
    expect(count(await collected(handle.events), 'paused')).toBe(1);
    const worked = await scene.journal();
    expect(count(worked, 'paused')).toBe(1);
    expect(begunWhilePaused(worked)).toEqual([]);
  });

  test('stopped while a command runs it ends at once, and its result names the reason', async () => {
    const { handle } = await subject.withCommand();
    await handle.stop('it goes the wrong way');
    expect(handle.done()).toBe(true);
    expect(JSON.stringify(await handle.result())).toContain('it goes the wrong way');
    await handle.stop('again');
  });

  test('stopped while its model or agent is at work it ends at once too, also when it is paused', async () => {
    const { handle } = await subject.thinking();
    await handle.pause();
    await handle.stop('too slow');
    expect(JSON.stringify(await handle.result())).toContain('too slow');
  });

  test('what has ended hears nothing any more, and says so', async () => {
    const { handle, letGo } = await subject.withCommand();
    letGo();
    await handle.result();
    for (const late of [handle.interject('x'), handle.pause(), handle.resume(), handle.ask('x'), handle.answer(1, 'x')])
      expect((await failureOf(late)).message).toContain('has ended');
  });

  test('it tells of its progress, from the beginning, whenever one begins to listen', async () => {
    const { handle, letGo } = await subject.withCommand();
    const early = collected(handle.notifications);
    letGo();
    await handle.result();
    const notified = await early;
    expect(notified.length > 0).toBe(true);
    expect(await collected(handle.notifications)).toEqual(notified);
  });
}

function questionsOfItsOwn({ test, expect }: ContractKit, subject: HandleSubject): void {
  const { asking } = subject;
  test('there is no question where it ends without one, and none to answer', async () => {
    const { handle, letGo } = await subject.withCommand();
    const next = handle.nextClarification();
    expect((await failureOf(handle.answer(7, 'x'))).failure.kind).toBe('not_found');
    letGo();
    expect(await next).toBe(null);
  });
  if (asking === null) return;

  test('a question of its own is given once, and its answer reaches it', async () => {
    const { handle } = asking();
    const question = await handle.nextClarification();
    if (question === null) throw new Error('it asked nothing');
    await handle.answer(question.id, 'the blue one');
    expect(await handle.nextClarification()).toBe(null);
    expect(JSON.stringify(await handle.result())).toContain('the blue one');
  });

  test('it can be answered from another process', async () => {
    const { handle, pawl } = asking();
    await handle.nextClarification();
    const said = await pawl('say', await handle.run, 'the red one');
    expect(said.code).toBe(0);
    expect(JSON.stringify(await handle.result())).toContain('the red one');
  });
}

function handleFromOutside({ test, expect }: ContractKit, subject: HandleSubject): void {
  test('another process says something to it while a command runs: it is taken within half a second, once', async () => {
    const { handle, send, told, letGo } = await subject.withCommand();
    const sentAtMs = Date.now();
    await send({ kind: 'say', by: 'ann', text: 'mind the gap' });
    const { atMs } = await first(handle, 'said');
    expect(atMs - sentAtMs).toBeLessThan(steeringWithinMs);
    letGo();
    await handle.result();
    expect(count(await collected(handle.events), 'said')).toBe(1);
    expect((await told()).at(-1)).toContain('mind the gap');
  });

  test('another process stops it while a command runs: it hears that within half a second, and ends with the reason', async () => {
    const { handle, send } = await subject.withCommand();
    const sentAtMs = Date.now();
    await send({ kind: 'stop', by: 'ann', reason: 'enough' });
    const { atMs } = await first(handle, 'stop.asked');
    expect(atMs - sentAtMs).toBeLessThan(steeringWithinMs);
    expect(JSON.stringify(await handle.result())).toContain('enough');
  });

  test('pawl say, ask, pause and resume reach it while a command runs', async () => {
    const scene = await subject.withCommand();
    const { handle, pawl, told, letGo } = scene;
    const run = await handle.run;
    expect(await pawl('say', run, 'mind the gap')).toMatchObject({ code: 0, stderr: '' });
    const asked = await pawl('ask', run, 'how far are you?');
    expect(asked.code).toBe(0);
    expect(asked.stdout.trim().length > 0).toBe(true);
    expect((await pawl('pause', run)).stdout).toContain('is paused');
    letGo();
    await ended(scene);
    const resumed = await pawl('resume', run);
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(resumed.stdout).toContain('goes on');
    await handle.result();
    expect(begunWhilePaused(await scene.journal())).toEqual([]);
    expect((await told()).at(-1)).toContain('mind the gap');
    expect((await pawl('say', run, 'too late')).code).toBe(1);
    const shown = (await pawl('show', run)).stdout;
    for (const words of ['mind the gap', 'how far are you?', 'paused by']) expect(shown).toContain(words);
  });

  test('pawl cancel ends it while a command runs, also when it is paused: its result rejects as cancelled', async () => {
    const { handle, pawl } = await subject.withCommand();
    await handle.pause();
    const cancelled = await pawl('cancel', await handle.run);
    expect(cancelled).toMatchObject({ code: 0, stderr: '' });
    expect((await failureOf(handle.result())).failure.kind).toBe('cancelled');
  });
}

/** Waits until the end of the command is in the journal. */
async function ended({ journal }: HandleScene): Promise<void> {
  while (!typesOf(await journal()).some((type) => type === 'command.ended' || type === 'tool.ended')) await new Promise(setImmediate);
}

const isStart = (event: RunEvent | undefined): boolean => event?.type === 'run.started' || event?.type === 'act.started';

const typesOf = (events: readonly StoredEvent[]): string[] => events.map(({ event }) => event.type);

const count = (events: readonly StoredEvent[], type: RunEvent['type']): number => events.filter(({ event }) => event.type === type).length;

function begunWhilePaused(events: readonly StoredEvent[]): string[] {
  let isPaused = false;
  const begun: string[] = [];
  for (const type of typesOf(events)) {
    if (type === 'paused') isPaused = true;
    if (type === 'unpaused') isPaused = false;
    if (isPaused && type.endsWith('.requested') && !type.startsWith('effect.')) begun.push(type);
  }
  return begun;
}

async function collected<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const each of all) list.push(each);
  return list;
}

async function first({ events }: Handle<unknown>, type: RunEvent['type']): Promise<StoredEvent> {
  for await (const stored of events) if (stored.event.type === type) return stored;
  throw new Error(`it ended without ${type}`);
}

async function failureOf(promise: Promise<unknown>): Promise<RunFailed> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof RunFailed) return error;
    throw error;
  }
  throw new Error('it did not reject');
}
