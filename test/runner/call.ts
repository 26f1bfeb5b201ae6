import type { Answer, Call, Runner } from '../../src/ports/runner.ts';

export const plainEnv: Readonly<Record<string, string>> = { PATH: process.env.PATH ?? '' };

/** A call as the driver makes one, in a folder of the test's. */
export function callIn(cwd: string, more: Partial<Call> = {}): Call {
  return {
    step: 'fix',
    iteration: 1,
    inner: 'r.1',
    prompt: 'Please do.',
    model: null,
    principles: [],
    cwd,
    env: plainEnv,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The answer and all the lines of activity before it. */
export async function answerOf(runner: Runner, call: Call): Promise<Answer & { readonly activity: string[] }> {
  const answering = runner.start(call);
  const activity: string[] = [];
  for await (const line of answering.activity) activity.push(line);
  return { ...(await answering.answer), activity };
}

/** The failure of an answer that has to be one. */
export function failureOf({ reply }: Pick<Answer, 'reply'>) {
  if (reply.ok) throw new Error(`expected a failure, got the reply ${JSON.stringify(reply.text)}`);
  return reply.failure;
}
