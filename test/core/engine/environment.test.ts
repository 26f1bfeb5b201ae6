import { expect, test } from 'vitest';
import {
  commandEnvironment,
  type EnvironmentRequest,
  environmentLimitBytes,
  namedKeys,
  visibleOutput,
} from '../../../src/core/engine/environment.ts';
import { inlineLimitBytes, type Value } from '../../../src/core/model/value.ts';

interface Changes extends Partial<Omit<EnvironmentRequest, 'outputs'>> {
  readonly outputs?: readonly (readonly [id: string, value: Value])[];
}

const request = ({ outputs = [], ...changes }: Changes = {}): Record<string, string> =>
  commandEnvironment({
    run: 'r2',
    step: 'check',
    iteration: 3,
    attempt: 1,
    runToken: 'tok',
    input: { text: 'in' },
    item: null,
    outputs: outputs.map(([id, value]) => visibleOutput(id, value)),
    command: 'true',
    folder: '/v',
    ...changes,
  });

const always = {
  PAWL_RUN_ID: 'r2',
  PAWL_RUN_TOKEN: 'tok',
  PAWL_STEP: 'check',
  PAWL_ITERATION: '3',
  PAWL_ATTEMPT: '1',
  PAWL_VALUES_DIR: '/v',
  PAWL_INPUT_FILE: '/v/INPUT',
};
const withInput = { ...always, PAWL_INPUT: 'in', DEVKIT_INPUT: 'in' };

test.each<[string, Changes, Record<string, string>]>([
  ['the input, its twin and its file', {}, withInput],
  ['an empty input, set and empty', { input: { text: '' } }, { ...always, PAWL_INPUT: '', DEVKIT_INPUT: '' }],
  ['an input with a NUL by file only', { input: { text: 'a\0b' } }, always],
  ['a large input by file only', { input: { blob: 'd', bytes: 98_305 } }, always],
  [
    'outputs by key, with twins and files',
    {
      outputs: [
        ['run-tests', { text: '$(id)' }],
        ['é', { text: '' }],
      ],
    },
    {
      ...withInput,
      PAWL_OUT_RUN_TESTS: '$(id)',
      DEVKIT_OUT_RUN_TESTS: '$(id)',
      PAWL_OUT_RUN_TESTS_FILE: '/v/OUT_RUN_TESTS',
      PAWL_OUT___: '',
      DEVKIT_OUT___: '',
      PAWL_OUT____FILE: '/v/OUT___',
    },
  ],
  [
    'outputs that are blobs or hold a NUL by file only',
    {
      outputs: [
        ['big', { blob: 'd', bytes: 1e9 }],
        ['nul', { text: '\0' }],
      ],
    },
    { ...withInput, PAWL_OUT_BIG_FILE: '/v/OUT_BIG', PAWL_OUT_NUL_FILE: '/v/OUT_NUL' },
  ],
  [
    'ids that are names of JavaScript built-ins like any other',
    {
      outputs: [
        ['__proto__', { text: 'p' }],
        ['constructor', { text: 'c' }],
      ],
    },
    {
      ...withInput,
      PAWL_OUT___PROTO__: 'p',
      DEVKIT_OUT___PROTO__: 'p',
      PAWL_OUT___PROTO___FILE: '/v/OUT___PROTO__',
      PAWL_OUT_CONSTRUCTOR: 'c',
      DEVKIT_OUT_CONSTRUCTOR: 'c',
      PAWL_OUT_CONSTRUCTOR_FILE: '/v/OUT_CONSTRUCTOR',
    },
  ],
])('a command gets %s', (_, changes, env) => {
  expect(request(changes)).toEqual(env);
});

/** Bytes that the kernel counts: each `name=value` with its closing NUL. */
const bytesOf = (env: Record<string, string>): number =>
  Object.entries(env).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + 2, 0);

const outputs = (count: number, text: string): (readonly [string, Value])[] =>
  Array.from({ length: count }, (_, index) => [`s${index}`, { text }] as const);

test.each([
  ['a', inlineLimitBytes],
  ['é', inlineLimitBytes / 2],
  ['日', inlineLimitBytes / 3],
  ['𝒜', inlineLimitBytes / 4],
  ['a', 10],
])('whatever the values (%s, %d times), the environment stays under a mebibyte, the newest ones in it', (letter, times) => {
  const text = letter.repeat(times);
  const env = request({ input: { text }, outputs: outputs(256, text) });
  expect(bytesOf(env)).toBeLessThanOrEqual(environmentLimitBytes);
  expect(env.PAWL_OUT_S255 === text).toBe(true);
  expect(env.PAWL_OUT_S0_FILE).toBe('/v/OUT_S0');
  expect('PAWL_OUT_S0' in env).toBe(times === 10);
});

test('what a command names goes first, however old; a smaller one behind a value that does not fit still fits', () => {
  const big = 'x'.repeat(inlineLimitBytes);
  const many: (readonly [string, Value])[] = [['tiny', { text: 't' }], ['old', { text: big }], ...outputs(10, big)];
  const without = request({ outputs: many });
  expect(without.PAWL_OUT_OLD).toBeUndefined();
  expect(without.PAWL_OUT_TINY).toBe('t');
  expect(without.PAWL_OUT_S9 === big).toBe(true);
  for (const command of ['echo "$PAWL_OUT_OLD"', 'wc -c < "$PAWL_OUT_OLD_FILE"', 'echo ${DEVKIT_OUT_OLD}']) {
    expect(request({ outputs: many, command }).PAWL_OUT_OLD === big).toBe(true);
  }
});

test.each([
  ['a', inlineLimitBytes, 5],
  ['日', inlineLimitBytes / 3, 5],
  ['x', 32 * 1024, 5],
  ['x', 16 * 1024, 10],
])('a value is counted twice, at three bytes a letter but at most 96 KiB: of %j, %d long, a mebibyte holds %d', (letter, times, count) => {
  const env = request({ input: { text: '' }, outputs: outputs(20, letter.repeat(times)) });
  const inIt = Object.keys(env).filter((name) => /^PAWL_OUT_S\d+$/.test(name));
  expect(inIt).toEqual(Array.from({ length: count }, (_, index) => `PAWL_OUT_S${19 - index}`));
});

test('where even the names of files do not fit, the oldest are left out', () => {
  const folder = `/${'f'.repeat(4000)}`;
  const env = request({ folder, outputs: outputs(400, 'x') });
  const files = Object.keys(env).filter((name) => name.endsWith('_FILE') && name !== 'PAWL_INPUT_FILE');
  expect(bytesOf(env)).toBeLessThanOrEqual(environmentLimitBytes);
  expect(files.length).toBeGreaterThan(230);
  expect(files).toEqual(Array.from({ length: files.length }, (_, index) => `PAWL_OUT_S${399 - index}_FILE`));
});

test.each([
  ['echo hello', []],
  ['echo $PAWL_OUT_A ${DEVKIT_OUT_B_2}', ['A', 'B_2']],
  ['cat "$PAWL_OUT_A_FILE"', ['A_FILE', 'A']],
  ['echo $PAWL_OUTPUT $OUT_A $PAWL_OUT_', []],
  ['printenv PAWL_OUT_A | PAWL_OUT_A=1 x', ['A']],
])('%j names the keys %j', (command, keys) => {
  expect([...namedKeys(command)]).toEqual(keys);
});

test('the item of a step that runs for each comes by environment and by file; a big one by file only', () => {
  const item = { index: 2, file: '/v/ITEM_CHECK_2' };
  expect(request({ item: { ...item, value: { text: 'x y' } } })).toMatchObject({
    PAWL_ITEM: 'x y',
    PAWL_ITEM_INDEX: '2',
    PAWL_ITEM_FILE: '/v/ITEM_CHECK_2',
  });
  const big = request({ item: { ...item, value: { blob: 'd', bytes: 200_000 } } });
  expect(big.PAWL_ITEM).toBeUndefined();
  expect(big.PAWL_ITEM_FILE).toBe('/v/ITEM_CHECK_2');
});
