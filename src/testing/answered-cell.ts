import type { CallAnswer, Cell, CellEnd, SandboxCall, Session } from '../ports/sandbox.ts';

/** Answers every call with its own arguments. */
const echo = (call: SandboxCall): CallAnswer => ({ ok: true, value: call.args });

/**
 * Runs a cell and answers its calls one at a time, in the order in which they came; the time moves by a second with each.
 *
 * @param answerOf null = that call is never answered.
 */
export async function answeredCell(
  session: Session,
  code: string,
  answerOf: (call: SandboxCall) => CallAnswer | null = echo,
  more: Partial<Cell> = {},
): Promise<CellEnd & { readonly calls: readonly SandboxCall[] }> {
  const cell: Cell = {
    code,
    mode: 'keep',
    nowMs: 1_000_000,
    seed: 'seed',
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  };
  const running = session.run(cell);
  const calls: SandboxCall[] = [];
  for await (const call of running.calls) {
    calls.push(call);
    const answer = answerOf(call);
    if (answer) await running.answer(call.n, answer, cell.nowMs + calls.length * 1000);
  }
  return { ...(await running.end), calls };
}
