import { describe, expect, test } from 'vitest';
import { dedupConstants } from '../../../../src/core/library/dedup/dedup-constants.ts';
import { describedGoal } from '../../../../src/core/library/dedup/described-goal.ts';
import { differingConstants } from '../../../../src/core/library/dedup/differing-constants.ts';
import { featuresOf } from '../../../../src/core/library/dedup/features.ts';
import { judgePair } from '../../../../src/core/library/dedup/judge-pair.ts';
import { NearFunctions } from '../../../../src/core/library/dedup/near-functions.ts';
import { dedupVerdicts, likelihoods } from '../../../../src/core/library/dedup/softmax.ts';
import { type StoredShape, wordCounts } from '../../../../src/core/library/dedup/stored-shape.ts';
import { longestCommon } from '../../../../src/core/library/dedup/subsequence.ts';
import { codeShape } from '../../../../src/source/code-shape.ts';

function stored(name: string, description: string, body: string): StoredShape {
  const shape = codeShape(`export default async function ${name}(input, ctx) {\n${body}\n}\n`);
  if (!shape.ok) throw new Error(shape.failure.message);
  return { name, shape: shape.value, goal: describedGoal(description) };
}

const remind = stored(
  'remindLate',
  'Sends a reminder for each invoice that is late.',
  `const rows = JSON.parse(await ctx.fs.read('invoices.json'));
const late = rows.filter((row) => row.days > 30);
for (const row of late) await ctx.http.post('https://mail.example.com/send', { json: { to: row.mail, template: 'reminder' } });
return { sent: late.length };`,
);
const remindAgain = stored(
  'nudgeDebtors',
  'Sends a reminder for each invoice that is late, by mail.',
  `const all = JSON.parse(await ctx.fs.read('invoices.json'));
const due = all.filter((one) => one.days > 30);
await ctx.notify('reminding the late ones');
for (const each of due) {
  await ctx.http.post('https://mail.example.com/send', { json: { to: each.mail, template: 'reminder' } });
}
return { sent: due.length };`,
);
const thank = stored(
  'thankPayers',
  'Sends thanks for each invoice that is paid.',
  `const rows = JSON.parse(await ctx.fs.read('payments.json'));
const paid = rows.filter((row) => row.days > 30);
for (const row of paid) await ctx.http.post('https://mail.example.com/send', { json: { to: row.mail, template: 'thanks' } });
return { sent: paid.length, at: 1 };`,
);
const rotate = stored(
  'rotateLogs',
  'Compresses old logs and removes those of last year.',
  `const { stdout } = await ctx.sh('ls logs');
for (const name of stdout.split('\\n')) await ctx.sh('gzip logs/' + name);`,
);
const all = [remind, remindAgain, thank, rotate];
const counts = wordCounts(all);
const judged = (one: StoredShape, other: StoredShape) => judgePair(one, other, counts);

describe('verdicts', () => {
  test('the same code under other names is a duplicate, whatever its description', () => {
    const renamed = stored('x', 'Makes coffee.', 'const a = await ctx.fs.read(input.b);\nreturn a;');
    const as = stored('y', 'Paints the fence.', '// read\nconst text = await ctx.fs.read(input.b); return text;');
    expect(judged(renamed, as)).toEqual({
      verdict: 'duplicate',
      likelihood: 1,
      reasons: ['the code is the same up to names, layout and comments'],
      differing: [],
    });
  });
  test('the same task in other code is a duplicate', () => {
    const { verdict, reasons, likelihood } = judged(remind, remindAgain);
    expect(verdict).toBe('duplicate');
    expect(likelihood).toBeGreaterThan(0.5);
    expect(reasons.slice(0, 2)).toEqual(['both end in http.post', 'they say the same texts to what they call']);
  });
  test('the same steps with other constants are to be generalised, and the constants are named', () => {
    const { verdict, differing, reasons } = judged(remind, thank);
    expect(verdict).toBe('generalise');
    expect(differing.map(({ one, other }) => [one?.name ?? null, one?.text, other?.text, one?.at.line])).toEqual([
      [null, 'invoices.json', 'payments.json', 2],
      ['template', 'reminder', 'thanks', 4],
      [null, undefined, '1', undefined],
    ]);
    expect(reasons).toContain('template (line 4): reminder here, thanks there');
    expect(reasons).toContain('line 2: invoices.json here, payments.json there');
    expect(reasons).toContain('at (line 5): nothing here, 1 there');
  });
  test('code with one constant changed is to be generalised by that constant, whatever the descriptions say', () => {
    const body = (days: number) =>
      `const most = ${days};\nconst rows = await ctx.fs.list('in');\nreturn rows.filter((row) => row.days > most);`;
    expect(judged(stored('a', 'Lists late rows.', body(30)), stored('b', 'Paints fences.', body(60)))).toEqual({
      verdict: 'generalise',
      likelihood: 1,
      reasons: ['the code is the same up to constants', 'most (line 2): 30 here, 60 there'],
      differing: [expect.objectContaining({ one: expect.objectContaining({ name: 'most', text: '30' }) })],
    });
  });
  test('code that differs in what it tells people alone is a duplicate', () => {
    const body = (words: string) => `await ctx.fs.remove('out', { recursive: true });\nawait ctx.notify('${words}');`;
    expect(judged(stored('a', 'Removes out.', body('it is gone')), stored('b', 'Removes out.', body('nothing is left'))).verdict).toBe(
      'duplicate',
    );
  });
  test('another task is distinct, and nothing wants to be a parameter', () => {
    expect(judged(remind, rotate)).toMatchObject({ verdict: 'distinct', differing: [] });
    expect(judged(remind, rotate).reasons[0]).toBe('one ends in http.post, the other in sh');
  });
  test('a reason says whether the descriptions name the same numbers', () => {
    const three = stored('three', 'Reads three files.', 'await ctx.fs.read(input.a);');
    const four = stored('four', 'Reads four files.', 'return await ctx.fs.list(input.a);');
    expect(judged(three, four).reasons.at(3)).toBe('100 % of what the descriptions begin with is the same, with other numbers');
  });
  test('what does nothing is compared too, and told in words', () => {
    const nothing = stored('nothing', '', '');
    expect(judged(nothing, rotate).reasons[0]).toBe('one ends in no call of anything outside, the other in sh');
    expect(featuresOf(nothing, stored('no', '', 'return;'), counts)).toMatchObject({ goalWords: 1, lastEffect: 1, statements: 0 });
    expect(featuresOf(nothing, stored('no', '', ';'), counts).statements).toBe(1);
    expect(featuresOf(nothing, rotate, counts).goalWords).toBe(0);
    expect(featuresOf(rotate, stored('no', 'Unheard of.', ''), counts).goalWords).toBe(0);
  });
  test('it is the same from both sides', () => {
    for (const one of all) for (const other of all) expect(judged(one, other).verdict).toBe(judged(other, one).verdict);
  });
});

test('likelihoods are together 1', () => {
  const likely = likelihoods(featuresOf(remind, thank, counts), dedupConstants);
  expect(dedupVerdicts.reduce((sum, each) => sum + likely[each], 0)).toBeCloseTo(1, 12);
});

describe('constants that differ', () => {
  const shapeOf = (body: string) => stored('f', '', body).shape;
  const texts = (one: string, other: string) =>
    differingConstants(shapeOf(one), shapeOf(other)).map((each) => [each.one?.text ?? null, each.other?.text ?? null]);
  test.each([
    ['const most = 3;', 'const most = 3;', []],
    ['const most = 3;', 'const most = 4;', [['3', '4']]],
    // By name sooner than in order, a number never with a text.
    [
      'const a = 1, b = 2;\nf();',
      'const b = 3, a = 4;',
      [
        ['1', '4'],
        ['2', '3'],
      ],
    ],
    [
      'const a = 1;',
      'const a = "1";\nf();',
      [
        ['1', null],
        [null, '1'],
      ],
    ],
    // As often as it stands there, told once.
    [
      'f("x", "x", "y", "y");',
      'f("x");',
      [
        ['x', null],
        ['y', null],
      ],
    ],
  ])('%s / %s', (one, other, expected) => {
    expect(texts(one, other)).toEqual(expected);
  });
});

describe('the goal that a description names', () => {
  test.each([
    ['The function crafts two stone shovels using sticks and stones.', 'craft', ['craft', 'ston', 'shovel'], [2]],
    ['This function is about mining 5 coal ores. First, it looks.', 'min', ['min', 'coal', 'or'], [5]],
    ['Stopping the servers of a region, then waiting', 'stop', ['stop', 'server', 'region'], []],
    ['Passes boxes', 'pass', ['pass', 'box'], []],
    ['sendMailToAll', 'send', ['send', 'mail'], []],
    ['Zählt offene Rechnungen', 'zählt', ['zählt', 'offen', 'rechnungen'], []],
    ['', '', [], []],
    ['the __proto__ of a thing', 'proto', ['proto', 'th'], []],
  ])('%s', (description, verb, words, numbers) => {
    expect(describedGoal(description)).toEqual({ verb, words, numbers });
  });
});

test('the longest list in both', () => {
  expect(longestCommon([...'abcbdab'], [...'bdcaba'])).toBe(4);
  expect(longestCommon([], ['a'])).toBe(0);
});

describe('near functions', () => {
  test('the nearest first, what has nothing in common not at all', () => {
    const near = new NearFunctions([rotate, remindAgain, thank]).of(remind);
    expect(near.map(({ name }) => name).slice(0, 1)).toEqual(['nudgeDebtors']);
    expect(new NearFunctions([stored('x', 'Paints fences.', 'paint();')]).of(remind)).toEqual([]);
  });
  test('at most as many as asked', () => {
    expect(new NearFunctions(all).of(remind, 2)).toHaveLength(2);
    expect(new NearFunctions([]).of(stored('nothing', '', ''))).toEqual([]);
  });
});
