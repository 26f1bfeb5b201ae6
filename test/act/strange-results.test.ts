import { expect, test } from 'vitest';
import type { ActOptions } from '../../src/app/act/act-options.ts';
import { acting, code, outputs, says } from './acting.ts';

const throwing = () => ({
  get a() {
    throw new Error('boo');
  },
});
const changing = () => {
  let looked = 0;
  return {
    get a() {
      looked += 1;
      return looked > 1 ? () => 0 : 1;
    },
  };
};

/** What own primitives can give or throw at their worst. */
const strange: Readonly<Record<string, () => unknown>> = {
  throwing,
  changing,
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return { inner: proxy };
  },
  thrown: () => {
    throw { message: Object.create(null), kind: throwing() };
  },
  thrownGetter: () => {
    throw Object.defineProperty({}, 'message', { get: () => Number('x').toFixed(101) });
  },
  polluting: () => JSON.parse('{"__proto__":{"polluted":1}}'),
};

test('whatever a primitive of the user’s own gives or throws, code is told in words and the act goes on', async () => {
  const primitives = Object.entries(strange).map(([name, perform]) => ({
    name,
    description: name,
    arguments: { type: 'array' },
    effect: 'read',
    perform,
  })) as unknown as NonNullable<ActOptions['primitives']>;
  const asks = `const said = [];
for (const name of ${JSON.stringify(Object.keys(strange))}) said.push(name + ': ' + await ctx[name]().then((it) => JSON.stringify(it), (e) => e.message.slice(0, 60)));
said.push(String(({}).polluted));
said.join('\\n')`;
  const done = acting([code(asks), says('done')], { primitives });
  expect(await done.handle.result()).toBe('done');
  const [text = ''] = outputs(done);
  for (const each of [
    'throwing: ctx.throwing: its result is no JSON',
    'changing: {"a":1}',
    'revoked: ctx.revoked: its result is no JSON',
    'undefined',
  ])
    expect(text).toContain(each);
});

test('a probe that does not say plainly whether it happened does not know: the same call asks again', async () => {
  const primitives = [null, { happened: 'yes' }, 'no'].map((answer, at) => ({
    name: `pay${at}`,
    description: 'pays',
    arguments: { type: 'array' },
    effect: 'write',
    settles: 'probe',
    perform: () => {
      throw new Error('the line went dead');
    },
    probe: () => answer,
  })) as unknown as NonNullable<ActOptions['primitives']>;
  const asks = `const said = [];
for (const name of ['pay0', 'pay1', 'pay2']) { await ctx[name]().catch(() => 0); said.push(await ctx[name]().catch((e) => e.message)); }
said.join('; ')`;
  const done = acting([code(asks), says('done')], { primitives });
  expect(await done.handle.result()).toBe('done');
  expect(outputs(done)[0]?.match(/it cannot be told now whether/g)).toHaveLength(3);
});
