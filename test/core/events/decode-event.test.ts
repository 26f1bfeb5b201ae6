import { expect, test } from 'vitest';
import { decodeEvent } from '../../../src/core/events/decode-event.ts';

test('an event comes back from its JSON as it was', () => {
  const event = { type: 'warning', step: 'a', message: 'x' } as const;
  expect(decodeEvent(1, JSON.stringify(event))).toEqual(event);
});

test.each(['', '{', 'null', '[]', '7', '"warning"', '{"type":"toString"}', '{"type":"no.such.event"}', '{"step":"a"}'])(
  '%s is no event',
  (body) => {
    expect(decodeEvent(1, body)).toBe(null);
  },
);
