import { describe, expect, test } from 'vitest';
import { codeFacts } from '../../src/source/code-facts.ts';
import { codeShape } from '../../src/source/code-shape.ts';

const stored = (body: string): string => `export default async function f(input, ctx) {\n${body}\n}`;
const chars = 20_000;
const filled = (part: string): string => part.repeat(Math.floor(chars / part.length));

/** Each choice is one between the one before it and that again. */
const choices = (most: number): string => Array.from({ length: most }, (_, at) => `const k${at + 1} = input.x ? k${at} : k${at};`).join('');
const typed = (type: string): string => `export default async function f(input: ${type}, ctx) {}`;

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
    ['a long text that is named in a long list', stored(`const a = '${filled('abcd')}'; return [${filled('a,')}].join('');`)],
    ['one in a template', stored(`const a = '${filled('abcd')}'; return \`${filled('${a}')}\`;`)],
    ['one that is put together with itself', stored(`const a = '${filled('abcd')}'; return a.concat(${filled('a,')}'');`)],
    ['sums of one', stored(`const a = '${filled('abcd')}'; ${`ctx.notify(${Array(300).fill('a').join('+')});`.repeat(30)}`)],
    ['names of names', stored(Array.from({ length: 9000 }, (_, at) => `const k${at + 1} = k${at} + 'a';`).join(''))],
    ['choices of choices', stored(`const k0 = 'a'; ${choices(60)} return ctx.call(k60);`)],
    ['a long row of choices', stored(`const k0 = 'a'; ${choices(600)} return ctx.call(k600);`)],
    ['types of types', `${Array.from({ length: 9000 }, (_, at) => `type A${at + 1} = A${at} | 1;`).join('\n')}\n${typed('A9000')}`],
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

  // Each broke what strips types for all code that came after it in the same process, or made it say that Node has a bug.
  test.each([
    ...[
      '(',
      '`${',
      '[',
      'x<',
      '{a:',
      '!',
      '- ',
      'if(q)',
      'for(;;)',
      'while(q)',
      'do ',
      'if(q);else ',
      'new ',
      'x => ',
      'a = ',
      '2 ** ',
      'q ? 1 : ',
    ],
    ...[
      'typeof ',
      'void ',
      'await ',
      '<any>',
      'let a: () => ',
      'type A = keyof ',
      '() => ',
      'keyof ',
      'readonly ',
      '1 extends infer U extends ',
    ],
  ])('after %s many times over types are still read', (part) => {
    for (const before of ['', 'let a: string;\n', 'let a: string; type A = ', 'let a: string; x = ']) {
      const read = codeFacts(`${before}${part.repeat(chars)}`);
      expect(read.ok ? '' : read.failure.message).not.toMatch(/Node\.js|call stack|memory/);
      expect(read.ok).toBe(false);
    }
    expect(codeFacts(typed('{ a: string }')).ok).toBe(true);
  });

  test('code that is long and not deep is read, with its types', () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `  const a${at}: number = -input.x > ${at} ? 1 : 2;`).join('\n');
    const read = codeFacts(`export default async function f(input: { x: number }, ctx) {\n${lines}\n}`);
    expect(read.ok && read.value.parameters).toMatchObject({ properties: { x: { type: 'number' } } });
  });

  test('a value that is wrapped too often to be followed is told so', () => {
    const read = codeFacts(stored('let o = ctx; for (;;) o = { a: o, fs: o.fs };'));
    expect(read.ok && read.value.lost.length).toBe(1);
  });
});
