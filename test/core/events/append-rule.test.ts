import { expect, test } from 'vitest';
import { appendRefusal, newerEventRefusal, takenRefusal } from '../../../src/core/events/append-rule.ts';

const last = { seq: 4, epoch: 2 };
const write = { run: 'r234', expectedSeq: 5, epoch: 2 };
const look = 'Look at it with `pawl show r234`.';

test.each([
  ['at the next place by its owner', write, last, null],
  ['at the next place by a new owner', { ...write, epoch: 9 }, last, null],
  ['to no run', write, undefined, { kind: 'refused', message: 'There is no run r234 to append to; nothing was written.' }],
  [
    'by an owner that was replaced',
    { ...write, epoch: 1 },
    last,
    { kind: 'refused', message: "Another process has taken over run r234 (epoch 2, this one's is 1); nothing was written.", hint: look },
  ],
  [
    'where something stands already',
    { ...write, expectedSeq: 4 },
    last,
    { kind: 'refused', message: 'Run r234 has moved on: its next event is 5, not 4; nothing was written.', hint: look },
  ],
  [
    'beyond the next place',
    { ...write, expectedSeq: 6 },
    last,
    { kind: 'refused', message: 'Run r234 has moved on: its next event is 5, not 6; nothing was written.', hint: look },
  ],
  [
    'by a replaced owner that is also out of place, of which the first is told',
    { ...write, epoch: 1, expectedSeq: 9 },
    last,
    { kind: 'refused', message: "Another process has taken over run r234 (epoch 2, this one's is 1); nothing was written.", hint: look },
  ],
])('an append %s', (_, request, after, refusal) => {
  expect(appendRefusal(request, after)).toEqual(refusal);
});

test('a run whose id is taken, and events of a newer program, are refused by name', () => {
  expect(takenRefusal('r234')).toEqual({ kind: 'refused', message: 'There is a run r234 already; nothing was written.' });
  expect(newerEventRefusal('r234', 7)).toEqual({
    kind: 'refused',
    message: 'Run r234 holds events of version 7, which a newer Pawl wrote; this one cannot read them.',
    hint: 'Update Pawl, or use the version that began the run.',
  });
});
