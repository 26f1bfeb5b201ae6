import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describedGoal } from '../../../../src/core/library/dedup/described-goal.ts';
import { judgePair } from '../../../../src/core/library/dedup/judge-pair.ts';
import { type StoredShape, wordCounts } from '../../../../src/core/library/dedup/stored-shape.ts';
import { codeFacts } from '../../../../src/source/code-facts.ts';
import { codeShape } from '../../../../src/source/code-shape.ts';

/** Words of code: `%a` is a local name, `#1` a number, `"a"` a text, `~` a blank that stays one; all else stands as it is. */
const steps: readonly string[] = [
  'const %a = await ctx . fs . read ( input . file ) ; await ctx . fs . write ( "copy.txt" , %a ) ;',
  'const { rows : %b , kind : %c } = JSON . parse ( input . text ) ; if ( ! %b ) throw~new Error ( %c ) ;',
  'for ( const %d of input . rows ) { if ( %d . days > #1 ) await ctx . http . post ( "url" , { json : { to : %d . mail , kind : "reminder" } } ) ; }',
  'const %e = ( %a )=> %a . filter ( ( %b )=> %b !== "x" ) ;',
  'const { code : %g } = await ctx . sh ( "ls" ) ; if ( %g !== #2 ) throw~new Error ( "not~there" ) ;',
  'await ctx . fs . write ( "out.json" , JSON . stringify ( { at : #3 } ) ) ;',
  'try { await ctx . call ( "total" , { file : input . file } ) ; } catch ( %f ) { await ctx . notify ( `it~failed:~${%f.message}` ) ; }',
  '%h : for ( const %i of [ #4 , #5 ] ) { if ( %i ) continue~%h ; }',
];

interface Code {
  readonly steps: readonly number[];
  readonly locals: string;
  readonly seed: number;
}

const text = ({ steps: chosen, locals, seed }: Code, constants: readonly (readonly [string, string])[] = []): string => {
  let turn = seed;
  const blank = (): string => {
    turn = (turn * 1103515245 + 12345) % 2147483648;
    return [' ', '  ', ' \n ', ' /* aside: "x" 1 */ ', '\n// aside\n'][seed === 0 ? 0 : turn % 5] as string;
  };
  const words = chosen.flatMap((step, at) =>
    (steps[step] as string).replace(/%([a-z])/g, (_, name: string) => `${locals}${name}${at}`).split(' '),
  );
  const filled = words.map((word) =>
    constants
      .reduce((now, [from, to]) => (now === from ? to : now), word)
      .replace('#', '10')
      .replaceAll('~', ' '),
  );
  return `export default async function ${locals}main(input, ctx) {${filled.map((word) => blank() + word).join('')}\n}`;
};

const shapeOf = (code: string): StoredShape => {
  const read = codeShape(code);
  if (!read.ok) throw new Error(`${read.failure.message}: ${code}`);
  return { name: 'f', shape: read.value, goal: describedGoal('Reminds people of what is late.') };
};
const normalForm = (code: string): string => {
  const read = codeFacts(code);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value.normalForm;
};

const chosen = fc.uniqueArray(fc.nat(steps.length - 1), { minLength: 1, maxLength: 6 });
const written = fc.record({ locals: fc.constantFrom('x', 'fetchAll', '$', '_long_name_'), seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }) });

test('names of locals, layout and comments change neither the normal form nor any verdict', () => {
  fc.assert(
    fc.property(chosen, chosen, written, written, (mine, theirs, one, other) => {
      const [first, second] = [text({ steps: mine, locals: 'a', seed: 0 }), text({ steps: mine, ...one })];
      expect(normalForm(second)).toBe(normalForm(first));
      const [as, again] = [shapeOf(first), shapeOf(second)];
      const counts = wordCounts([as, again]);
      expect(judgePair(as, again, counts).verdict).toBe('duplicate');
      const against = shapeOf(text({ steps: theirs, ...other }));
      expect(judgePair(again, against, counts)).toMatchObject({
        verdict: judgePair(as, against, counts).verdict,
        likelihood: judgePair(as, against, counts).likelihood,
      });
    }),
    { numRuns: 200 },
  );
});

test('a function against its copy with one constant changed is to be generalised by that constant', () => {
  const constants = ['#1', '"reminder"', '"x"', '#2', '"out.json"', '#3', '"total"', '#4'];
  const all = steps.map((_, at) => at);
  for (const constant of constants) {
    const changed = constant.startsWith('#') ? '777' : '"another"';
    const [one, other] = [text({ steps: all, locals: 'a', seed: 0 }), text({ steps: all, locals: 'b', seed: 7 }, [[constant, changed]])];
    expect(normalForm(one)).not.toBe(normalForm(other));
    const { verdict, differing } = judgePair(shapeOf(one), shapeOf(other), { documents: 1, of: new Map() });
    expect([constant, verdict, differing.map((each) => [each.one?.text, each.other?.text])]).toEqual([
      constant,
      'generalise',
      [[constant.startsWith('#') ? constant.replace('#', '10') : constant.slice(1, -1), changed.replaceAll('"', '')]],
    ]);
  }
});
