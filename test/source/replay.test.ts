import { describe, expect, test } from 'vitest';
import { mutantsOf } from '../../src/source/replay/mutants.ts';
import { runnableOf } from '../../src/source/replay/runnable.ts';
import { tracedText } from '../../src/source/replay/traced.ts';

function runnable(body: string) {
  const read = runnableOf(`export default async function f(input: { n: number }, ctx: unknown) { ${body} }`);
  if (read === null) throw new Error('no function');
  return read;
}

const mutants = (body: string, inputs: readonly (readonly [string, string])[] = []): string[] =>
  mutantsOf(runnable(body), new Map(inputs)).map(({ text }) => text.slice(text.indexOf('$tick();') + 8, text.lastIndexOf('}')).trim());

describe('programs', () => {
  test('lose their types, and count their rounds', () => {
    expect(runnable('for (const each of [1]) each; while (false) {}').text).toContain(
      '{$tick(); for (const each of [1]) {$tick();each;} while (false) {$tick();}',
    );
    expect(runnable('').text).toMatch(/^async function f.*\nreturn f;$/);
  });
  test('that import, or are none, are not replayed', () => {
    expect(runnableOf('import x from "x"; export default async function f() {}')).toBe(null);
    expect(runnableOf('export default 5')).toBe(null);
  });
  test('tell their comparisons, one inside of the other', () => {
    expect(tracedText(runnable('return (input.n < 3) === (1 /* < */ > 2);'))).toMatch(
      /return \$trace\(\d+,'===',\(\$trace\(\d+,'<',input\.n , 3\)\) , \(1 \/\* < \*\/ > 2\)\);/,
    );
  });
});

describe('mutants', () => {
  test.each([
    ['return input.n < 3;', 'return input.n <= 3;'],
    ['return a && b;', 'return (a);'],
    ['if (a) b();', 'if (false) b();'],
    ['return a ? b : c;', 'return (c);'],
    ['return 0;', 'return (-1);'],
    ['return !a;', 'return (a);'],
    ['await a();', 'await a();;await a();'],
    ['for (const x of y) z;', 'for (const x of [...(y)].slice(0, 1)) {$tick();z;}'],
    ['return a.trim();', 'return a;'],
    ['return Math.round(a);', 'return Math.floor(a);'],
    ['return [...new Set(a)];', 'return [...(a)];'],
    ['return a[0];', 'return (a).at(-1);'],
    ['a += 1;', 'a = 1;'],
    ['try { a(); } catch {}', '{ a(); }'],
    ["return 'x';", "return '';"],
    ["q('SELECT a FROM t WHERE b < ? ORDER BY a');", 'q("SELECT a FROM t WHERE b <= ? ORDER BY a");'],
    ["q('SELECT a FROM t WHERE b < ? ORDER BY a');", 'q("SELECT a FROM t WHERE b < ?");'],
    ['return { ...a, b: 1 };', 'return { ...null, b: 1 };'],
    ['return a.sort();', 'return a.sort((a, b) => (a < b ? 1 : -1));'],
  ])('%s → %s', (body, expected) => {
    expect(mutants(body)).toContain(expected);
  });
  test('a parameter that is frozen', () => {
    expect(mutants('return input.n;', [['n', '14']])).toContain('return (14);');
  });
  test('of a boundary alone are told apart', () => {
    const fine = mutantsOf(runnable('return input.n < 3 && 1 > 0;'), new Map()).filter(({ isFine }) => isFine);
    expect(fine).toHaveLength(2);
  });
});
