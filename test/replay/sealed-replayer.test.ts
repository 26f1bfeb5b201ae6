import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealedReplayer } from '../../src/adapters/replay/sealed/sealed-replayer.ts';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import type { Cassette } from '../../src/core/certify/cassette.ts';
import type { World } from '../../src/core/certify/world/world.ts';
import type { Replays } from '../../src/ports/replayer.ts';
import { programOf } from '../core/certify/scene.ts';

const cassette: Cassette = {
  id: 'c',
  input: { file: 'a.txt' },
  calls: [
    { seq: 1, primitive: 'fs.read', args: ['a.txt'], class: 'read', answer: { ok: true, value: 'text' } },
    { seq: 2, primitive: 'fs.write', args: ['b.txt', 'text'], class: 'idempotent', answer: { ok: true, value: null } },
  ],
  outcome: { ok: true, output: 4 },
};
const code = (body: string): string => programOf(`export default async function f(input, ctx) { ${body} }`);
const copy = code("const text = await ctx.fs.read(input.file); await ctx.fs.write('b.txt', text); return text.length;");
const world: World = { base: 0, input: cassette.input, shiftMs: 0, edits: [], moved: [], faults: [], seed: 0 };

describe('replays in a session of the sandbox', () => {
  const sandbox = processSandbox();
  let replays: Replays;

  beforeAll(async () => {
    const contract = { equivalence: {}, order: 'exact', postconditions: [{ id: 'short', js: 'output < 4' }], relations: [] } as const;
    const opened = await sealedReplayer(sandbox).open({ cassettes: [cassette], contract, primitives: ['fs.read', 'fs.write'] });
    if (!opened.ok) throw new Error(opened.failure.message);
    replays = opened.value;
  });
  afterAll(async () => {
    await replays.close();
    await sandbox.close();
  });

  test('a recording is repeated, and no clock or chance of the process gets in', async () => {
    const replayed = await replays.recorded(copy, { nowMs: 5, seed: 'a' });
    expect(replayed).toMatchObject({
      ok: true,
      value: [{ run: { outcome: cassette.outcome, calls: [{}, {}] }, reads: [], unrecorded: [] }],
    });
    const now = code('return Date.now();');
    const times = [await replays.recorded(now, { nowMs: 5, seed: 'a' }), await replays.recorded(now, { nowMs: 6, seed: 'a' })];
    expect(times).toMatchObject([{ value: [{ run: { outcome: { output: 5 } } }] }, { value: [{ run: { outcome: { output: 6 } } }] }]);
  });
  test('worlds: runs, comparisons, what is broken, what differs', async () => {
    expect(await replays.runs(copy, [world])).toMatchObject({ value: [{ outcome: { output: 4 }, calls: [{ primitive: 'fs.write' }] }] });
    expect(await replays.traced(code("return 'abc'.startsWith('a');"), [world])).toMatchObject({
      value: [{ compared: [{ sign: 'startsWith', left: 'abc', right: 'a' }] }],
    });
    expect(await replays.broken(copy, [world])).toMatchObject({ value: [['short']] });
    expect(
      await replays.differing(
        copy,
        [copy, code('return 4;'), code('while (true) {}')],
        [world, { ...world, seed: 1 }, { ...world, seed: 2 }],
        null,
      ),
    ).toMatchObject({
      value: [[], [0, 1, 2], [0, 1]],
    });
  });
  test('a program that goes round without an end ends; one that is none falls', async () => {
    expect(await replays.runs(code('for (;;) await ctx.fs.read(input.file);'), [world])).toMatchObject({
      value: [{ outcome: { error: 'BUDGET' } }],
    });
    expect(
      await replays.runs(code('const again = () => again2(); function again2() { return again2(); } again();'), [world]),
    ).toMatchObject({ value: [{ outcome: { ok: false } }] });
    expect(await replays.runs('return (', [world])).toMatchObject({ value: [{ outcome: { error: 'CRASH' } }] });
  });
  test('one that changes what it shares with its judge is refused', async () => {
    const changed = await replays.runs(code('Array.prototype.map = () => []; return 4;'), [world]);
    expect(changed).toMatchObject({ ok: false, failure: { kind: 'refused', message: expect.stringContaining('Array.prototype.map') } });
  });
});
