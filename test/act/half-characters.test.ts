import { expect, test } from 'vitest';
import type { ActOptions } from '../../src/app/act/act-options.ts';
import { canonicalJson } from '../../src/core/model/canonical-json.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { acting, calls, code, outputs, says } from './acting.ts';

const half = '\ud83d';

/** Whatever a model is sent can be written as UTF-8. */
const isSendable = ({ signal: _, ...said }: ModelRequest): boolean => canonicalJson(said).ok;

test.each<[string, Partial<ActOptions>]>([
  ['guidelines', { guidelines: `mind ${half}` }],
  ['the schema of the answer', { responseSchema: { type: 'string', description: half } }],
  [
    'the description of a primitive',
    { primitives: [{ name: 'look', description: half, arguments: { type: 'array' }, effect: 'read', perform: () => 1 }] },
  ],
])('half a character in %s stands in no request, and ends nothing', async (_, options) => {
  const requests: ModelRequest[] = [];
  const done = acting((request) => {
    requests.push(request);
    return says('"done"');
  }, options);
  expect(String(await done.handle.result())).toContain('done');
  expect(requests.every(isSendable)).toBe(true);
});

test('half a character in a word, a question, an answer, the id of a call or an inner act’s last words ends nothing', async () => {
  const requests: ModelRequest[] = [];
  const done = acting((request) => {
    requests.push(request);
    const { messages } = request;
    if (messages[0]?.role === 'user' && messages[0].text === 'inner') return says(`${'x'.repeat(15_967)}\u{1f600}\u{1f600}`);
    if (request.toolChoice === 'none') return says('so far so good');
    switch (messages.filter(({ role }) => role === 'assistant').length) {
      case 0:
        return { calls: [{ id: half, name: 'request_clarification', arguments: { question: 'which?' } }] };
      case 1:
        return code("await ctx.act('inner', { wait: false })");
      default:
        return says('done');
    }
  });
  const question = await done.handle.nextClarification();
  await done.handle.interject(`mind ${half}`);
  expect(await done.handle.ask(half)).toBe('so far so good');
  await done.handle.answer(question?.id ?? 0, half);
  expect(await done.handle.result()).toBe('done');
  expect(requests.every(isSendable)).toBe(true);
});

test.each(['read', 'write'] as const)(
  'what a primitive that is a %s throws is told to code, also where it was cut within a character',
  async (effect) => {
    const done = acting([code('await ctx.look().catch((error) => error.message)'), calls('notify', { message: 'so' }), says('done')], {
      primitives: [
        {
          name: 'look',
          description: 'looks',
          arguments: { type: 'array' },
          effect,
          perform() {
            throw Object.assign(new Error(`cut ${half}`), { kind: 'refused', hint: half });
          },
        },
      ],
    });
    expect(await done.handle.result()).toBe('done');
    expect(outputs(done)[0]).toContain('cut \ufffd');
  },
);
