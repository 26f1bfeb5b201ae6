import { expect, test } from 'vitest';
import { EffectLedger } from '../../../src/core/effects/ledger.ts';
import { differenceText, RecordedCell } from '../../../src/core/effects/recorded-cell.ts';
import type { EffectEvent } from '../../../src/core/events/effect-event.ts';
import { ended, requested } from './requested.ts';

function cellOf(...events: EffectEvent[]): RecordedCell {
  const ledger = new EffectLedger();
  for (const event of events) ledger.apply(event);
  return new RecordedCell(ledger.ofCell(1));
}

const pay = { primitive: 'pay', digest: 'd1', arguments: { text: '[5]' } };

test('results come back in the recorded order, each once its call has arrived', () => {
  const cell = cellOf(
    requested({ op: 1, n: 1 }),
    requested({ op: 2, n: 2 }),
    requested({ op: 3, n: 3 }),
    requested({ op: 4, n: 4 }),
    ended(2, { order: 1 }),
    ended(1, { order: 2 }),
    ended(3, { order: 0 }),
  );
  expect(cell.upcoming()).toBeNull();
  expect(cell.meet(1, pay)).toMatchObject({ requested: { op: 1 } });
  expect(cell.upcoming()).toBeNull();
  expect(cell.overdue()).toMatchObject({ n: 2, made: null });
  cell.meet(2, pay);
  expect(cell.overdue()).toBeNull();
  expect(cell.upcoming()?.requested.op).toBe(2);
  cell.passOn();
  expect(cell.upcoming()?.requested.op).toBe(1);
  expect(cell.exhausted).toBe(false);
  cell.passOn();
  expect(cell.upcoming()).toBeNull();
  expect(cell.overdue()).toBeNull();
  expect(cell.exhausted).toBe(true);
  expect(cell.missing()).toMatchObject({ n: 3, made: null });
  cell.meet(3, pay);
  cell.meet(4, pay);
  expect(cell.missing()).toBeNull();
  expect(cell.meet(5, pay)).toBeNull();
});

test('a call differs by its primitive or its arguments', () => {
  const cell = cellOf(requested({}));
  for (const made of [
    { ...pay, primitive: 'send' },
    { ...pay, digest: 'd2', arguments: { text: '[6]' } },
  ]) {
    expect(cell.meet(1, made)).toEqual({ n: 1, recorded: requested({}), made });
  }
});

test('a difference is told in one sentence', () => {
  const made = { primitive: 'send', digest: 'd2'.repeat(32), arguments: { blob: 'b', bytes: 200_000 } };
  expect(differenceText({ n: 1, recorded: pay, made })).toBe('call 1 was pay(5), and is send(… sha256 d2d2d2d2d2d2) this time');
  expect(differenceText({ n: 2, recorded: null, made: pay })).toBe('call 2, pay(5), was not made when it was recorded');
  expect(differenceText({ n: 2, recorded: { ...pay, arguments: { text: `["${'x'.repeat(300)}"]` } }, made: null })).toBe(
    'call 2 was pay(… sha256 d1), and was not made this time',
  );
});

test('a cell is at its last when all its calls are made and one result at most is to be given', () => {
  const cell = cellOf(...[1, 2, 3].map((op) => requested({ op, n: op })), ended(1, { order: 1 }), ended(2, { order: 2 }));
  const isAtLast: boolean[] = [cell.isAtLast];
  for (const n of [1, 2, 3]) {
    cell.meet(n, pay);
    isAtLast.push(cell.isAtLast);
  }
  cell.passOn();
  expect([...isAtLast, cell.isAtLast]).toEqual([false, false, false, false, true]);
  expect(new RecordedCell(new Map()).isAtLast).toBe(true);
});
