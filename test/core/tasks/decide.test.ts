import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSchedule } from '../../../src/core/schedule/parse-schedule.ts';
import { decideDue, graceMs, nextStart } from '../../../src/core/tasks/decide-due.ts';
import { decideTrigger } from '../../../src/core/tasks/decide-trigger.ts';
import { jitterOf } from '../../../src/core/tasks/jitter.ts';
import { isOpen, type Occurrence, storedAs } from '../../../src/core/tasks/occurrence.ts';
import { cancelled } from '../../../src/core/tasks/occurrence-change.ts';
import { admit, mostWaiting } from '../../../src/core/tasks/overlap.ts';
import { stateOf, type Task } from '../../../src/core/tasks/task.ts';
import { okValue } from '../../../src/testing/ok-value.ts';
import { sampleTask } from '../../../src/testing/sample-tasks.ts';

const at = (time: string): number => Date.parse(`2026-12-01T${time}Z`);

/** A task with this line of cron, decided up to 09:59. */
function cron(line: string, limits: Partial<Task['limits']> = {}, change: Partial<Task> = {}, jitterMs = 0): Task {
  const schedule = okValue(parseSchedule({ cron: line, zone: 'UTC' }, at('00:00:00')));
  const task = sampleTask('tick', { when: { kind: 'schedule', schedule, jitterMs }, decidedUntilMs: at('09:59:00'), ...change });
  return { ...task, limits: { ...task.limits, overlap: 'skip', ...limits } };
}

/** Tasks as a store has them: what is decided is written, and what runs ends when it is told to. */
class Played {
  task: Task;
  occurrences: Occurrence[] = [];
  constructor(task: Task) {
    this.task = task;
  }

  tick(nowMs: number): void {
    const decided = decideDue(this.task, this.known(), nowMs);
    if (decided === null) return;
    expect(decided.decidedUntilMs).toBeGreaterThanOrEqual(this.task.decidedUntilMs);
    for (const { run, note } of decided.cancel) this.change(run, (found) => cancelled(found, note, nowMs));
    for (const each of decided.create) {
      expect(this.occurrences.map(({ key }) => key)).not.toContain(each.key);
      this.occurrences.push(storedAs(this.task.id, each, each.key, nowMs));
    }
    this.task = { ...this.task, decidedUntilMs: decided.decidedUntilMs, ended: decided.ended };
  }

  /** The oldest that waits begins, where nothing is at work. */
  begin(): void {
    if (this.occurrences.some(({ state }) => state === 'running')) return;
    const next = this.occurrences.find(({ state }) => state === 'waiting');
    if (next !== undefined) this.change(next.run, (found) => ({ ...found, state: 'running', epoch: 1 }));
  }

  end(state: Occurrence['state'] = 'succeeded'): void {
    const running = this.occurrences.find((each) => each.state === 'running');
    if (running !== undefined) this.change(running.run, (found) => ({ ...found, state }));
  }

  /** "10:00 succeeded", one for each. */
  told(): string[] {
    return this.occurrences.map(
      ({ cause, state }) => `${cause.kind === 'due' ? new Date(cause.dueAtMs).toISOString().slice(11, 16) : ''} ${state}`,
    );
  }

  private known(): Occurrence[] {
    const over = this.occurrences.findLast((each) => !isOpen(each));
    return [...this.occurrences.filter(isOpen), ...(over === undefined ? [] : [over])];
  }

  private change(run: string, how: (found: Occurrence) => Occurrence): void {
    this.occurrences = this.occurrences.map((each) => (each.run === run ? how(each) : each));
  }
}

describe('a tick while the last run is busy', () => {
  /** Every 5 minutes, each run of 17. */
  function played(overlap: Task['limits']['overlap']): Played {
    const course = new Played(cron('*/5 * * * *', { overlap }));
    let endsMs = 0;
    for (let nowMs = at('10:00:00'); nowMs <= at('10:40:30'); nowMs += 30_000) {
      if (course.occurrences.some(({ state }) => state === 'running') && nowMs >= endsMs) course.end();
      course.tick(nowMs);
      const before = course.occurrences.filter(({ state }) => state === 'running').length;
      course.begin();
      if (before === 0) endsMs = nowMs + 17 * 60_000;
    }
    return course;
  }

  test('skip: it is written down as passed over, with the run that was busy', () => {
    const course = played('skip');
    expect(course.told()).toEqual([
      '10:00 succeeded',
      '10:05 skipped',
      '10:10 skipped',
      '10:15 skipped',
      '10:20 succeeded',
      '10:25 skipped',
      '10:30 skipped',
      '10:35 skipped',
      '10:40 running',
    ]);
    expect(course.occurrences[1]?.note).toBe(`run ${course.occurrences[0]?.run} was not over`);
  });

  test('queue: each waits for its turn', () => {
    const states = played('queue').told();
    expect(states.slice(0, 4)).toEqual(['10:00 succeeded', '10:05 succeeded', '10:10 running', '10:15 waiting']);
    expect(states.length).toBe(9);
  });

  test('cancel_old: what is at work is asked to end, what waits is over', () => {
    const course = new Played(cron('*/5 * * * *', { overlap: 'cancel_old' }));
    course.tick(at('10:00:00'));
    course.begin();
    course.tick(at('10:05:00'));
    expect(course.occurrences.map(({ state, cancelAsked }) => [state, cancelAsked])).toEqual([
      ['running', true],
      ['waiting', false],
    ]);
    course.tick(at('10:10:00'));
    expect(course.told()).toEqual(['10:00 running', '10:05 cancelled', '10:10 waiting']);
  });
});

describe('what nobody served', () => {
  const afterSleep = (limits: Partial<Task['limits']>, now: string, line = '0 * * * *'): string[] => {
    const course = new Played(cron(line, limits));
    course.tick(at(now));
    return course.told();
  };

  test.each([
    ['none', '12:30:00', ['12:00 skipped']],
    ['none', '12:00:10', ['11:00 skipped', '12:00 waiting']],
    ['latest', '12:30:00', ['11:00 skipped', '12:00 waiting']],
    ['latest', '12:00:10', ['11:00 skipped', '12:00 waiting']],
    ['latest', '10:30:00', ['10:00 waiting']],
    ['all', '12:30:00', ['10:00 waiting', '11:00 waiting', '12:00 waiting']],
    ['all', '12:00:10', ['10:00 waiting', '11:00 waiting', '12:00 waiting']],
  ] as const)('catch up %s at %s', (catchUp, now, told) => expect(afterSleep({ catchUp }, now)).toEqual(told));

  test('those that are passed over together say since when', () => {
    const decided = decideDue(cron('0 * * * *', { catchUp: 'none' }), [], at('12:30:00'));
    expect(decided?.create.map(({ note }) => note)).toEqual([
      'nobody served when it was due, and those since 2026-12-01T10:00:00.000Z with it',
    ]);
    expect(decideDue(cron('0 * * * *', { catchUp: 'none' }), [], at('10:30:00'))?.create[0]?.note).toBe('nobody served when it was due');
  });

  test('a sleep of years of a task of every second ends in as many as may wait, and the rest is said', () => {
    const task = cron('* * * * * *', { catchUp: 'all', overlap: 'queue' });
    const decided = decideDue(task, [], at('00:00:00') + 3 * 365 * 86_400_000);
    const [first, ...waiting] = decided?.create ?? [];
    expect([first?.state, waiting.length, new Set(waiting.map(({ state }) => state))]).toEqual([
      'skipped',
      mostWaiting,
      new Set(['waiting']),
    ]);
  });

  test('several that are on time at once follow the rule among one another', () => {
    const told = (overlap: Task['limits']['overlap']): string[] => {
      const decided = decideDue(cron('*/20 * * * * *', { overlap }), [], at('09:59:50'));
      return decided?.create.map(({ state, note }) => `${state} ${note ?? ''}`) ?? [];
    };
    expect(told('queue')).toEqual(['waiting ', 'waiting ']);
    expect(told('skip')).toEqual(['waiting ', `skipped run due:${at('09:59:20')} was not over`]);
    expect(told('cancel_old')).toEqual(['skipped a later one was due', 'waiting ']);
  });
});

describe('clocks', () => {
  test('a monthly task, 31 days before: nothing is due, and the instant that is waited for stays the same', () => {
    const task = cron('0 4 1 * *', {}, { decidedUntilMs: at('04:00:01') });
    const next = { dueAtMs: Date.parse('2027-01-01T04:00:00Z'), startAtMs: Date.parse('2027-01-01T04:00:00Z') };
    for (const nowMs of [at('04:00:01'), at('04:00:01') + 2 ** 31, next.dueAtMs - 1]) {
      expect(decideDue(task, [], nowMs)).toBe(null);
      expect(nextStart(task)).toEqual(next);
    }
    expect(decideDue(task, [], next.dueAtMs)?.create).toMatchObject([{ key: `due:${next.dueAtMs}`, state: 'waiting' }]);
  });

  test('set back, it fires nothing twice; what is decided stays decided', () => {
    const course = new Played(cron('0 * * * *'));
    for (const now of ['10:00:00', '09:00:00', '09:30:00', '10:00:00', '10:59:59']) {
      course.tick(at(now));
      course.begin();
      course.end();
    }
    expect(course.told()).toEqual(['10:00 succeeded']);
    course.tick(at('11:00:00'));
    expect(course.told().length).toBe(2);
  });

  test('jitter is the same each time, below its bound, and no part of the key; none is none', () => {
    const offsets = new Set<number>();
    for (let number = 0; number < 40; number++) {
      const task = cron('0 * * * *', {}, { id: `task ${number}` }, 300_000);
      const jitterMs = jitterOf(task);
      expect([jitterOf(task), jitterMs >= 0 && jitterMs < 300_000]).toEqual([jitterMs, true]);
      offsets.add(jitterMs);
      expect(decideDue(task, [], at('10:00:00') + jitterMs - 1)).toBe(null);
      const decided = decideDue(task, [], at('10:00:00') + jitterMs);
      const start = { dueAtMs: at('10:00:00'), startAtMs: at('10:00:00') + jitterMs };
      expect(decided?.create).toMatchObject([{ key: `due:${at('10:00:00')}`, cause: { kind: 'due', ...start } }]);
      expect(decided?.decidedUntilMs).toBe(at('10:00:00'));
      expect(nextStart(task)).toEqual(start);
      // A server that was begun anew between the two knows no better and no worse.
      expect(decideDue(task, [], at('10:00:00') + jitterMs + graceMs)?.create.map(({ state }) => state)).toEqual(['waiting']);
    }
    expect(offsets.size).toBeGreaterThan(30);
    expect(jitterOf(cron('0 * * * *'))).toBe(0);
    expect(jitterOf(sampleTask('event'))).toBe(0);
  });

  test('an interval keeps its grid, however long its runs take', () => {
    const schedule = okValue(parseSchedule({ every: '10m', start: '2026-12-01T10:00', zone: 'UTC' }, at('09:00:00')));
    const course = new Played({ ...cron('0 0 1 1 *'), when: { kind: 'schedule', schedule, jitterMs: 0 } });
    for (let nowMs = at('10:00:00'); nowMs < at('10:35:00'); nowMs += 60_000) {
      if (nowMs % 600_000 === 180_000) course.end();
      course.tick(nowMs);
      course.begin();
    }
    expect(course.told().map((each) => each.slice(0, 5))).toEqual(['10:00', '10:10', '10:20', '10:30']);
  });
});

describe('how a task ends', () => {
  const once = (): Task => {
    const schedule = okValue(parseSchedule({ start: '2026-12-01T10:00', zone: 'UTC' }, at('09:00:00')));
    return { ...cron('0 0 1 1 *'), when: { kind: 'schedule', schedule, jitterMs: 0 } };
  };

  test.each([
    ['succeeded', 'completed'],
    ['failed', 'failed'],
    ['cancelled', 'completed'],
  ] as const)('the last one %s: it is %s, once that is over', (state, ended) => {
    const course = new Played(once());
    course.tick(at('09:59:59'));
    course.tick(at('10:00:00'));
    course.begin();
    course.tick(at('10:00:10'));
    expect([course.task.ended, nextStart(course.task)]).toEqual([null, null]);
    course.end(state);
    course.tick(at('10:00:20'));
    expect(course.task.ended).toBe(ended);
    course.tick(at('10:00:30'));
    expect([course.told().length, nextStart(course.task)]).toEqual([1, null]);
  });

  test('paused, ended or triggered, nothing is due', () => {
    for (const task of [cron('0 * * * *', {}, { enabled: false }), cron('0 * * * *', {}, { ended: 'cancelled' }), sampleTask('event')])
      expect([decideDue(task, [], at('23:00:00')), nextStart(task)]).toEqual([null, null]);
  });

  test('states, by what is so of it', () => {
    const [event, tick] = [sampleTask('event'), cron('0 * * * *')];
    expect([stateOf(event, false), stateOf(tick, false), stateOf(tick, true)]).toEqual(['triggerable', 'scheduled', 'active']);
    expect([stateOf({ ...tick, enabled: false }, false), stateOf({ ...tick, enabled: false }, true)]).toEqual(['paused', 'active']);
    expect(stateOf({ ...tick, enabled: false, ended: 'failed' }, true)).toBe('failed');
  });
});

describe('events', () => {
  const open = (count: number, change: Partial<Occurrence> = {}): Occurrence[] =>
    Array.from({ length: count }, (_, number) => ({
      ...storedAs('id-event', { key: `event:${number}`, cause: { kind: 'by_hand' }, state: 'waiting', note: null }, `run${number}`, 0),
      ...change,
    }));

  test('one waits for those before it, until too many wait', () => {
    const task = sampleTask('event');
    expect(decideTrigger(task, open(mostWaiting - 1), 'e', { n: 1 })).toEqual({
      ok: true,
      value: {
        create: { key: 'event:e', cause: { kind: 'event', event: 'e', payload: { n: 1 } }, state: 'waiting', note: null },
        cancel: [],
      },
    });
    expect(decideTrigger(task, open(mostWaiting), 'e', null)).toEqual({ ok: false, failure: 'flooded' });
    expect(admit('queue', open(mostWaiting)).note).toBe('100 wait already, and no more may');
    // Those on their way out are in nobody's way.
    expect(decideTrigger(task, open(mostWaiting, { cancelAsked: true }), 'e', null).ok).toBe(true);
    expect(decideTrigger(task, open(mostWaiting, { state: 'succeeded' }), 'e', null).ok).toBe(true);
  });

  test('passed over or first, as the task says', () => {
    const skip = { ...sampleTask('event'), limits: { ...sampleTask('event').limits, overlap: 'skip' as const } };
    expect(okValue(decideTrigger(skip, open(2), 'e', null)).create).toMatchObject({ state: 'skipped', note: 'run run0 was not over' });
    const busy = [...open(1), ...open(1, { run: 'busy', state: 'running' })];
    expect(okValue(decideTrigger(skip, busy, 'e', null)).create.note).toBe('run busy was not over');
    const cancel = { ...skip, limits: { ...skip.limits, overlap: 'cancel_old' as const } };
    expect(okValue(decideTrigger(cancel, open(2), 'e', null)).cancel.map(({ run }) => run)).toEqual(['run0', 'run1']);
  });

  test('none are taken by a task that is paused, has ended, or has a schedule', () => {
    const why = (task: Task) => decideTrigger(task, [], 'e', null);
    expect(why(sampleTask('event', { enabled: false }))).toEqual({ ok: false, failure: 'paused' });
    expect(why(sampleTask('event', { ended: 'completed' }))).toEqual({ ok: false, failure: 'ended' });
    expect(why(cron('0 * * * *'))).toEqual({ ok: false, failure: 'scheduled' });
  });
});

test('whatever the clock does: no key twice, each decision bounded, and never less decided than before', () => {
  const lines = ['*/5 * * * *', '*/20 * * * * *', '0 4 1 * *', '30 2 * * *'];
  const jumps = fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: -4 * 3_600_000, max: 9 * 86_400_000 }));
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      fc.constantFrom('skip', 'queue', 'cancel_old') as fc.Arbitrary<Task['limits']['overlap']>,
      fc.constantFrom('none', 'latest', 'all') as fc.Arbitrary<Task['limits']['catchUp']>,
      fc.constantFrom(0, 90_000),
      fc.array(fc.record({ jump: jumps, begins: fc.boolean(), ends: fc.boolean() }), { minLength: 1, maxLength: 12 }),
      (line, overlap, catchUp, jitterMs, steps) => {
        const course = new Played(cron(line, { overlap, catchUp }, {}, jitterMs));
        let nowMs = at('10:00:00');
        for (const { jump, begins, ends } of steps) {
          nowMs += jump;
          const before = course.occurrences.length;
          // Keys and the order of what is decided are checked as it is played.
          course.tick(nowMs);
          expect(course.occurrences.length - before).toBeLessThanOrEqual(mostWaiting + 2);
          for (const { cause } of course.occurrences.slice(before))
            expect(cause.kind === 'due' && cause.startAtMs).toBeLessThanOrEqual(nowMs);
          if (begins) course.begin();
          if (ends) course.end();
          if (overlap !== 'queue' && catchUp !== 'all')
            expect(course.occurrences.filter(({ state }) => state === 'waiting').length).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 100 },
  );
});
