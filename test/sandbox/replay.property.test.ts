import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { processSandbox } from '../../src/adapters/sandbox/process/process-sandbox.ts';
import type { CellEnd, Session } from '../../src/ports/sandbox.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { mebibyte } from './sandboxes.ts';

const sandbox = processSandbox();
afterAll(() => sandbox.close());

/** Expressions that give a promise: calls, races, waits of all, in order, after some turns of microtasks, after a timer, failing ones. */
const { program } = fc.letrec<{ program: string }>((tie) => ({
  program: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.nat(9).map((n) => `ctx.fs.read(${n})`),
    fc.nat(30).map((n) => `later(${n}, () => ctx.fs.read('later'))`),
    fc.array(tie('program'), { minLength: 1, maxLength: 3 }).map((all) => `Promise.all([${all.join(', ')}])`),
    fc.array(tie('program'), { minLength: 1, maxLength: 3 }).map((all) => `Promise.race([${all.join(', ')}])`),
    fc.array(tie('program'), { minLength: 1, maxLength: 3 }).map((all) => `Promise.any([${all.join(', ')}]).catch(() => 'none')`),
    fc
      .tuple(tie('program'), tie('program'))
      .map(([one, other]) => `(async () => [await ${one}, await ${other}, Date.now(), Math.random()])()`),
    tie('program').map((one) => `${one}.then((x) => ctx.fs.write([x ?? null]))`),
    tie('program').map(
      (one) => `(async () => { try { await ${one}; throw new Error('x') } catch (e) { return ctx.fs.read(String(e.message)) } })()`,
    ),
    tie('program').map((one) => `new Promise((resolve) => setTimeout(() => resolve(${one}), 5))`),
  ),
}));

const prelude = 'async function later(n, f) { for (let i = 0; i < n; i++) await null; return f() }\n';

/** All that can be seen of a cell whose calls are answered in an order that `picks` decide: which were there when, and its end. */
async function played(session: Session, code: string, picks: readonly number[]): Promise<unknown> {
  const running = session.run({
    code: prelude + code,
    mode: 'keep',
    nowMs: 1000,
    seed: 's',
    timeoutMs: 30_000,
    signal: new AbortController().signal,
  });
  const waiting: { n: number; what: string }[] = [];
  const story: unknown[] = [];
  let more = () => {};
  let ended: CellEnd | null = null;
  void (async () => {
    for await (const { n, primitive, args } of running.calls) {
      waiting.push({ n, what: `${primitive} ${JSON.stringify(args)}` });
      more();
    }
  })();
  void running.end.then((end) => {
    ended = end;
    more();
  });
  for (let turn = 0; ended === null; turn++) {
    if (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        more = resolve;
      });
      continue;
    }
    // The first turn's calls come without an answer to wait for: only the first of them is sure to be there.
    const [call] = waiting.splice(turn === 0 ? 0 : (picks[turn % picks.length] as number) % waiting.length, 1);
    if (!call) break;
    const fails = call.n % 5 === 4;
    await running.answer(
      call.n,
      fails ? { ok: false, failure: { kind: 'exit', message: 'no' } } : { ok: true, value: call.n },
      1000 + turn,
    );
    story.push([call, waiting.map(({ what }) => what)]);
  }
  const { stdout, stderr, outcome } = await running.end;
  return { story, stdout, stderr, outcome };
}

test('the same order of answers gives the same calls at the same moments, and the same end', async () => {
  const open = async () =>
    okValue(await sandbox.open({ primitives: ['fs.read', 'fs.write', 'clock.sleep'], memoryBytes: 128 * mebibyte, packages: null }));
  const [one, other] = [await open(), await open()];
  await fc.assert(
    fc.asyncProperty(
      fc.array(program, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }),
      async (parts, picks) => {
        const code = parts.map((part, at) => (at % 2 === 0 ? `await ${part}` : `void ${part}.catch(() => {})`)).join(';\n');
        const first = await played(one, code, picks);
        expect(await played(other, code, picks)).toEqual(first);
      },
    ),
    { numRuns: 150 },
  );
});
