import { describe, expect, test } from 'vitest';
import { codeFacts } from '../../src/source/code-facts.ts';
import { codeShape } from '../../src/source/code-shape.ts';

const stored = (body: string): string => `export default async function f(input, ctx) {\n${body}\n}`;
const chars = 20_000;
const filled = (part: string): string => part.repeat(Math.floor(chars / part.length));

/** Each of these was slow, or may be, where something is done once for each pair of its parts. */
describe('code that is made to be hard is read or refused, and nothing is thrown', () => {
  test.each([
    ['calls', stored(filled("await ctx.fs.read('a');"))],
    ['globals', stored(filled('fetch;'))],
    ['sums', stored(`return ${Array(700).fill("'a'").join('+')};`)],
    ['a list', stored(`return [${filled('1,')}];`)],
    ['aliases', stored(`const c0 = ctx;${Array.from({ length: 2000 }, (_, at) => `const c${at + 1} = c${at};`).join('')}`)],
    ['a value that is wrapped in itself', stored(`let o = ctx;${filled('o = { a: o };')}`)],
    ['members of a member', stored(`let o = ctx;${filled('o = o.a;')}`)],
    ['messages', stored(filled("ctx.notify('a b');"))],
    ['a chain', stored(`return 'a'${".concat('b')".repeat(390)};`)],
    ['blocks', stored(`${'{'.repeat(350)}var a;${'}'.repeat(350)}`)],
    ['a long text', stored(`return '${filled('abcd')}';`)],
    ['brackets', '('.repeat(chars)],
    ['signs', `x${'<'.repeat(chars)}`],
    ['templates', '`${'.repeat(chars)],
    [
      'members that mean something else',
      stored('ctx.__proto__.constructor.prototype; const { __proto__: x } = ctx; ({ __proto__: ctx });'),
    ],
  ])('%s', (_, code) => {
    const [facts, shape] = [codeFacts(code), codeShape(code)];
    expect(facts.ok).toBe(shape.ok);
    if (!facts.ok) expect(facts.failure.message.length).toBeGreaterThan(0);
  });

  test.each(['(', '`${', '[', 'x<', '{a:', '!'])('after %s many times over types are still read', (part) => {
    expect(codeFacts(`${part.repeat(chars)}`).ok).toBe(false);
    expect(codeFacts(`let a: string;\n${part.repeat(chars)}`).ok).toBe(false);
    expect(codeFacts('export default async function f(input: { a: string }, ctx: unknown) {}').ok).toBe(true);
  });

  test('a value that is wrapped too often to be followed is told so', () => {
    const read = codeFacts(stored('let o = ctx; for (;;) o = { a: o, fs: o.fs };'));
    expect(read.ok && read.value.lost.length).toBe(1);
  });
});
