import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';

/** A far side that takes payments: `requests` counts what came, `paid` what it did, by key where it knows one. */
class Bank {
  readonly paid: string[] = [];
  requests = 0;
  base = '';
  private readonly server: Server;

  /** `take` gets each payment that arrives: call `done` to answer it. */
  constructor(take: (pay: () => void, answer: () => void, nth: number) => void, honoursKeys: boolean) {
    this.server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const key = String(request.headers['idempotency-key'] ?? request.headers['x-order']);
      if (request.method === 'GET') {
        const known = this.paid.includes(request.url?.split('/').at(-1) ?? '');
        response.writeHead(known ? 200 : 404).end(known ? 'receipt' : '');
        return;
      }
      this.requests += 1;
      const pay = () => {
        if (!honoursKeys || !this.paid.includes(key)) this.paid.push(key);
      };
      take(pay, () => response.end('receipt'), this.requests);
    });
  }

  async open(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    onTestFinished(() => {
      this.server.closeAllConnections();
      this.server.close();
    });
    this.base = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }
}

const script = fileURLToPath(new URL('./paying-process.ts', import.meta.url));

const started = (...args: string[]): ChildProcess => spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });

async function told(child: ChildProcess): Promise<{
  settled: { ok: true; value: { settled: number[]; waiting: number[] } };
  outcome: { result?: unknown; failure?: { message: string } } | null;
}> {
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  await once(child, 'close');
  return JSON.parse(out);
}

/** A process that pays is killed when its request has arrived: before the bank pays or after it. Gives the bank and the journal. */
async function killed(how: string, when: 'before' | 'after'): Promise<{ bank: Bank; file: string }> {
  const file = join(scratchFolder(), 'journal.jsonl');
  let child: ChildProcess | null = null;
  const bank: Bank = await new Bank((pay, answer, nth) => {
    if (nth === 1) {
      if (when === 'after') pay();
      child?.kill('SIGKILL');
      return;
    }
    pay();
    answer();
  }, how === 'keyed').open();
  child = started(file, bank.base, how, 'pay');
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  expect(bank.requests).toBe(1);
  const events = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(events).toEqual(['effect.requested']);
  return { bank, file };
}

test.each([
  ['keyed', 'before', 2],
  ['keyed', 'after', 2],
  ['probe', 'before', 2],
  ['probe', 'after', 1],
] as const)('killed with its payment under way, %s, %s the bank paid: it is paid once', async (how, when, requests) => {
  const { bank, file } = await killed(how, when);
  const found = await told(started(file, bank.base, how, 'settle'));
  expect(found.settled.value).toEqual({ settled: [1], waiting: [] });
  expect(found.outcome).toMatchObject({ result: 'receipt' });
  expect(bank.paid).toHaveLength(1);
  expect(bank.requests).toBe(requests);
  const events = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([{ type: 'effect.requested' }, { type: 'effect.ended', settled: how, order: 1 }]);
});

test.each(['before', 'after'] as const)(
  'killed with a payment under way that nothing can tell of, %s the bank paid: it waits for a person',
  async (when) => {
    const { bank, file } = await killed('none', when);
    for (let times = 0; times < 2; times++) {
      const found = await told(started(file, bank.base, 'none', 'settle'));
      expect(found).toMatchObject({ settled: { value: { settled: [], waiting: [1] } }, outcome: null });
    }
    const answered = await told(started(file, bank.base, 'none', 'settle', when === 'after' ? 'yes' : 'no'));
    expect(answered.settled.value).toEqual({ settled: [1], waiting: [] });
    expect(answered.outcome?.failure?.message).toBe(
      when === 'after'
        ? 'this call of ctx.http.post was done before, as Ann says; its result is not known'
        : 'this call of ctx.http.post was not done, as Ann says',
    );
    expect(bank.requests).toBe(1);
  },
);
