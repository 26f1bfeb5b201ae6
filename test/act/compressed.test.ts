import { expect, test } from 'vitest';
import type { ModelMessage } from '../../src/core/model/conversation.ts';
import { acting, calls, code, outputs, says } from './acting.ts';

const used = (inputTokens: number) => ({ usage: { usd: 0, inputTokens, outputTokens: 0 } });

test('compressed again and again, the task stays in its own words, and each result has its call', async () => {
  const asked: (readonly ModelMessage[])[] = [];
  const turns = [0, 1, 2].flatMap((n) => [
    { ...code(`${n}`), ...used(150_000) },
    { ...calls('compress_context', { summary: n === 1 ? ' \n' : `so far ${n}` }), ...used(150_000) },
    ...(n === 1 ? [{ ...calls('compress_context', { summary: 'so far one' }), ...used(150_000) }] : []),
  ]);
  const done = acting(({ messages }) => {
    asked.push(messages);
    return turns[asked.length - 1] ?? says('done');
  });
  expect(await done.handle.result()).toBe('done');
  expect(outputs(done).filter((text) => text.includes('summary is empty'))).toHaveLength(1);
  expect(asked.at(-1)).toMatchObject([{ role: 'user', text: expect.stringMatching(/^do it\n\n[\s\S]*\n\nso far 2$/) }]);
  for (const messages of asked) {
    for (const [at, message] of messages.entries()) {
      const next = messages[at + 1];
      if (message.role !== 'assistant') continue;
      expect(next?.role === 'tool' ? next.results.map(({ id }) => id) : []).toEqual(message.calls.map(({ id }) => id));
    }
  }
});
