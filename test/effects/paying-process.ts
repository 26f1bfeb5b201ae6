import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { httpPrimitives } from '../../src/adapters/primitive/http/http-primitives.ts';
import { openMemoryStore } from '../../src/adapters/store/memory/open-store.ts';
import { systemClock } from '../../src/app/surroundings/system-clock.ts';
import type { EffectEvent } from '../../src/core/events/effect-event.ts';
import { fail, ok } from '../../src/core/model/result.ts';
import { Effects } from '../../src/effects/effects.ts';
import { primitive } from '../../src/ports/primitive.ts';
import { playedCell } from './played-cell.ts';

/**
 * An act in a process of its own, with its journal in a file that every transaction is synced to: pays once, at `base`, by the primitive that
 * settles as `how` says. Ends with a line of JSON that tells what it found. `node paying-process.ts FILE BASE HOW pay|settle ANSWER`
 */
const [, , file = '', base = '', how = 'none', verb = 'pay', answer = ''] = process.argv;

const before: EffectEvent[] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : [];

const probed = primitive({
  name: 'pay.order',
  description: 'Pays, and can be asked whether it did.',
  arguments: { type: 'array' },
  effect: 'write',
  settles: 'probe',
  async perform(_, { key, signal }) {
    const answered = await fetch(`${base}/pay`, { method: 'POST', headers: { 'x-order': key }, signal });
    return ok({ value: await answered.text(), nanoUsd: 0 });
  },
  async probe(_, { key }) {
    const answered = await fetch(`${base}/orders/${key}`);
    return ok(answered.status === 404 ? { happened: false } : { happened: true, value: await answered.text() });
  },
});

const { host } = new URL(base);
let op = before.length;
const effects = new Effects({
  scope: 'run-1',
  primitives: [...httpPrimitives({ allowed: [host], keyed: how === 'keyed' ? [host] : [] }), probed],
  before,
  appender: {
    nextOp: () => ++op,
    async append(events) {
      const opened = openSync(file, 'a');
      writeSync(opened, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      fsyncSync(opened);
      closeSync(opened);
      return ok(undefined);
    },
  },
  blobs: openMemoryStore().blobs,
  clock: systemClock,
  secrets: { read: async (name) => fail({ kind: 'not_found', message: name }) },
  allowedSecrets: new Set(),
  knownSecrets: new Map(),
  person: { ask: async () => (answer === '' ? null : { approved: answer === 'yes', words: '', by: 'Ann' }), waits: () => undefined },
  spending: { refusal: () => null },
  callTimeoutMs: 60_000,
  signal: new AbortController().signal,
});

const settled = verb === 'settle' ? await effects.settle() : null;
const waits = settled?.ok === true && settled.value.waiting.length > 0;
// The cell runs again as it did: answered from the journal, and live where that ends.
const cell = playedCell(async (ctx) => {
  const paid = how === 'probe' ? await ctx.call('pay.order', 5) : await ctx.call('http.post', `${base}/pay`, { json: { amount: 5 } });
  return typeof paid === 'string' ? paid : (paid as { body: string }).body;
});
const served = waits ? null : await effects.serve(1, cell, true);
console.log(JSON.stringify({ settled, served, outcome: served === null ? null : (await cell.end).outcome }));
