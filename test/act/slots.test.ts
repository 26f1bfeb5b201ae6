import { expect, test } from 'vitest';
import { limitedSandbox } from '../../src/app/act/act-limits.ts';
import { Slots } from '../../src/app/act/slots.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';

const never = new AbortController().signal;

/** Slots whose waiting ends when the test says so. */
function slots() {
  const passing: (() => void)[] = [];
  const wait = (_: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      passing.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  return { slots: new Slots('acts', wait), pass: () => passing.at(-1)?.() };
}

async function taken(of: Slots, most = 2, signal = never): Promise<() => void> {
  const place = await of.take(most, signal);
  if (!place.ok) throw new Error(place.failure);
  return place.value;
}

test('there are so many at once, and a further one gets the place of the first that ends, in the order in which they came', async () => {
  const { slots: of } = slots();
  const [first, second] = [await taken(of), await taken(of)];
  const came: number[] = [];
  const third = taken(of).then((release) => {
    came.push(3);
    return release;
  });
  const fourth = taken(of).then((release) => {
    came.push(4);
    return release;
  });
  first();
  first();
  const release = await third;
  expect(came).toEqual([3]);
  second();
  await fourth;
  expect(came).toEqual([3, 4]);
  release();
  (await fourth)();
  await taken(of, 1);
});

test('one that waited for nothing fails, saying so, and stands in nobody’s way', async () => {
  const { slots: of, pass } = slots();
  const release = await taken(of, 1);
  const waiting = of.take(1, never);
  pass();
  expect(await waiting).toEqual({ ok: false, failure: 'there are 1 acts in this process, there may be 1, and none ended in 30 s' });
  release();
  await taken(of, 1);
});

test('one that is stopped while it waits fails at once', async () => {
  const { slots: of } = slots();
  await taken(of, 1);
  const stop = new AbortController();
  const waiting = of.take(1, stop.signal);
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, failure: expect.stringContaining('it was ended while it waited') });
});

test('sessions count until they are closed, one by one or all at once', async () => {
  const { slots: of, pass } = slots();
  const inner = {
    layers: async () => [],
    open: async () => ({ ok: true, value: { close: async () => {} } }),
    close: async () => {},
  } as unknown as Sandbox;
  const sandbox = limitedSandbox(inner, 1, never, of);
  const request = { primitives: [], memoryBytes: 1, packages: null };
  const one = await sandbox.open(request);
  const refused = sandbox.open(request);
  pass();
  expect(await refused).toMatchObject({ ok: false, failure: { kind: 'refused', message: expect.stringContaining('none ended in 30 s') } });
  if (one.ok) await one.value.close();
  expect((await sandbox.open(request)).ok).toBe(true);
  await sandbox.close();
  expect((await sandbox.open(request)).ok).toBe(true);
});
