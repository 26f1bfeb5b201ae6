import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import type { RunEvent } from '../../src/core/events/run-event.ts';
import { Deadline, drivenMs } from '../../src/journaling/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the time that does not count is not in the limit, however often it is said', async () => {
  const deadline = new Deadline(1_000, 300);
  await vi.advanceTimersByTimeAsync(400);
  deadline.counts(false);
  deadline.counts(false);
  await vi.advanceTimersByTimeAsync(60_000);
  deadline.counts(true);
  deadline.counts(true);
  await vi.advanceTimersByTimeAsync(299);
  expect(deadline.events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await deadline.passed;
  expect(deadline.events).toEqual([{ type: 'deadline.passed', limitMs: 1_000 }]);
});

test('without a limit, or once it is closed, it never passes', async () => {
  const none = new Deadline(null, 0);
  const closed = new Deadline(10, 0);
  closed.close();
  none.counts(false);
  none.counts(true);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect([none.events, closed.events]).toEqual([[], []]);
});

test.each<[string, [number, string][], number]>([
  [
    'from the first event to the last',
    [
      [0, 'run.started'],
      [50, 'warning'],
      [70, 'warning'],
    ],
    70,
  ],
  [
    'not while nobody drove it',
    [
      [0, 'run.started'],
      [50, 'warning'],
      [1_000, 'resumed'],
      [1_010, 'warning'],
    ],
    60,
  ],
  [
    'not while it was paused',
    [
      [0, 'run.started'],
      [50, 'paused'],
      [90, 'command.ended'],
      [1_000, 'unpaused'],
      [1_005, 'warning'],
    ],
    55,
  ],
  [
    'nor where it was taken up while it was paused',
    [
      [0, 'run.started'],
      [50, 'paused'],
      [1_000, 'resumed'],
      [1_005, 'warning'],
    ],
    55,
  ],
  [
    'a clock that went back counts as nothing',
    [
      [100, 'run.started'],
      [50, 'warning'],
      [60, 'warning'],
    ],
    10,
  ],
])('a run has been driven %s', (_, moments, sumMs) => {
  const history = moments.map(([atMs, type], seq): StoredEvent => ({ v: 1, run: 'r', seq, epoch: 1, atMs, event: { type } as RunEvent }));
  expect(drivenMs(history)).toBe(sumMs);
});
