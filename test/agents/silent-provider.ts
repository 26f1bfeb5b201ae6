import { expect } from 'vitest';
import type { programs } from '../../src/adapters/process/programs.ts';
import type { Answer, Call } from '../../src/ports/runner.ts';
import { failureOf } from '../runner/call.ts';

interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly server: { readonly requests: readonly unknown[] };
}

type Asked = Parameters<typeof failureOf>[0] & Answer;

/** Asks a program whose provider says nothing, aborts the call once the provider was asked, and expects that nothing of it is left. */
export async function endsWhenAborted(
  subject: ReturnType<typeof programs>,
  place: Place,
  asked: (more: Partial<Call>) => Promise<Asked>,
): Promise<void> {
  const abort = new AbortController();
  const token = `agents-${process.pid}-${performance.now()}`;
  const answer = asked({ signal: abort.signal, env: { ...place.env, PAWL_RUN_TOKEN: token } });
  await expect.poll(() => place.server.requests.length, { timeout: 60_000 }).toBe(1);
  abort.abort();
  expect(failureOf(await answer).kind).toBe('cancelled');
  expect(await subject.endAllWith(token)).toBe(0);
}
