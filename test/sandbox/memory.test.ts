import { describe, expect, test } from 'vitest';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import { answeredCell } from '../../src/testing/answered-cell.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { descendants } from './process-memory.ts';
import { kindOf, mebibyte, outcomeOf } from './sandboxes.ts';

const limitBytes = 128 * mebibyte;

const greedy = [
  'const k = []; for (;;) k.push(new Uint8Array(1 << 20).fill(1))',
  `[...'.'.repeat(1e9)]`,
  'new Array(1024 * 1024 * 60).fill()',
  `'x'.repeat(2 ** 29 - 24) + 'y'`,
  'const a = []; for (;;) a.push({})',
];

const greedier = [
  'const k = []; for (;;) k.push(new ArrayBuffer(1 << 20, { maxByteLength: 1 << 24 }))',
  `[...'.'.repeat(2e8)]`,
  'const m = new Map(); for (let i = 0; ; i++) m.set(i, String(i))',
  'const k = []; for (;;) k.push("ü".repeat(1e6) + k.length)',
  'new Uint8Array(2 ** 33)',
];

describe.each([
  ['inside bubblewrap', {}, [...greedy, ...greedier]],
  ['weak, without bubblewrap', { weak: true, bubblewrap: null }, greedy],
])('%s', (_name, options, cases) => {
  test.each(cases)('%s ends for want of memory, and no other session feels it', async (code) => {
    const sandbox = processSandbox({ ...options, keepWarm: false });
    const other = okValue(await sandbox.open({ primitives: [], memoryBytes: limitBytes, packages: null }));
    const before = new Set(descendants(process.pid).map(({ pid }) => pid));
    const session = okValue(await sandbox.open({ primitives: [], memoryBytes: limitBytes, packages: null }));
    const peaks = new Map<number, number>();
    const timer = setInterval(() => {
      for (const { pid, peakBytes } of descendants(process.pid))
        if (!before.has(pid)) peaks.set(pid, Math.max(peakBytes, peaks.get(pid) ?? 0));
    }, 20);
    const end = await answeredCell(session, code, undefined, { timeoutMs: 60_000 });
    clearInterval(timer);
    expect(outcomeOf(end)).toMatchObject({ kind: 'memory' });
    expect([...peaks.values()].reduce((sum, each) => sum + each, 0)).toBeLessThan(limitBytes + 64 * mebibyte);
    expect(kindOf(await answeredCell(session, '1'))).toBe('ended');
    expect(outcomeOf(await answeredCell(other, '1 + 1'))).toBe(2);
    await sandbox.close();
  });
});

test('a read-only cell and the session that it copies have together what the session may have', async () => {
  const sandbox = processSandbox({ keepWarm: false });
  const session = okValue(await sandbox.open({ primitives: [], memoryBytes: limitBytes, packages: null }));
  await answeredCell(
    session,
    'const keep = (k) => () => k; const held = keep(Array.from({ length: 60 }, () => new Uint8Array(1 << 20).fill(1)))',
  );
  const code = 'const k = []; for (let i = 0; i < 100; i++) k.push(new Uint8Array(1 << 20).fill(1)); "held"';
  expect(kindOf(await answeredCell(session, code, undefined, { mode: 'read_only' }))).toBe('memory');
  await sandbox.close();
});
