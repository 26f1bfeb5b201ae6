import type { Json } from '../../src/core/model/json.ts';
import type { CallAnswer, CellEnd, Running, SandboxCall } from '../../src/ports/sandbox.ts';

/** What code of a cell sees: `ctx.call('fs.read', …)`. A failure is thrown, as it is in a session. */
export interface PlayedContext {
  call(primitive: string, ...args: Json[]): Promise<Json>;
  /** What the session's clock says. */
  readonly nowMs: () => number;
}

class CallFailed extends Error {
  readonly kind: string;

  constructor({ kind, message }: { kind: string; message: string }) {
    super(message);
    this.kind = kind;
  }
}

/**
 * A cell whose code is a function of the test's own process: what a sandbox gives to effects, without the sandbox. It has gone on as far as it
 * can when all microtasks have run.
 */
export function playedCell(
  code: (ctx: PlayedContext) => Promise<unknown>,
): Running & { readonly given: readonly CallAnswer[]; end: Promise<CellEnd> } {
  const queue: SandboxCall[] = [];
  const given: CallAnswer[] = [];
  const waiting = new Map<number, (answer: CallAnswer) => void>();
  let wake = (): void => undefined;
  let over = false;
  let n = 0;
  let now = 0;
  const idle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const ctx: PlayedContext = {
    nowMs: () => now,
    call: (primitive, ...args) =>
      new Promise((resolve, reject) => {
        const number = ++n;
        waiting.set(number, (answer) => (answer.ok ? resolve(answer.value) : reject(new CallFailed(answer.failure))));
        queue.push({ n: number, primitive, args });
        wake();
      }),
  };
  const end = code(ctx)
    .then((result) => ({ ok: true as const, result: (result ?? null) as Json, shown: '' }))
    .catch((error) => ({
      ok: false as const,
      failure: { kind: 'error' as const, message: String(error.message), line: null, column: null, stack: '' },
    }))
    .then((outcome): CellEnd => {
      over = true;
      wake();
      return { stdout: '', stderr: '', cutBytes: 0, outcome, absent: [], durationMs: 0 };
    });
  async function* calls(): AsyncIterable<SandboxCall> {
    for (;;) {
      const call = queue.shift();
      if (call !== undefined) yield call;
      else if (over) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    given,
    begun: idle(),
    calls: calls(),
    async answer(number, answer, nowMs) {
      now = nowMs;
      given.push(answer);
      waiting.get(number)?.(answer);
      waiting.delete(number);
      await idle();
    },
    end,
  };
}
