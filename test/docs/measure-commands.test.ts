import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cleanEnv } from '../cli/pawl.ts';
import { scratchFolder } from '../scratch.ts';
import { blocksOf, docText } from './prose.ts';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const scripts = Object.fromEntries(blocksOf(docText('docs/workflows.md'), 'sh').map((text) => [/^# (\S+)\.sh$/m.exec(text)?.[1], text]));

/** The last line and the exit code of a script of the guide in a project of these files. */
function ran(name: string, files: Readonly<Record<string, string>>): readonly [lastLine: string, code: number | null] {
  const cwd = scratchFolder();
  symlinkSync(packages, join(cwd, 'node_modules'));
  for (const [path, text] of Object.entries({ ...files, 'script.sh': scripts[name] as string })) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text, { mode: 0o755 });
  }
  const env = cleanEnv(cwd);
  const PATH = [join(cwd, 'bin'), join(packages, '.bin'), env.PATH].join(delimiter);
  const { stdout, status } = spawnSync('sh', ['script.sh'], { cwd, env: { ...env, PATH, NO_COLOR: '1' } });
  return [stdout.toString().trimEnd().split('\n').at(-1) ?? '', status];
}

const noNumber = expect.not.stringMatching(/^\s*-?[\d.]+\s*$/);
const settings = { 'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[]},"include":["*.ts"]}' };
const vitest = (sum: string) => ({
  'package.json': '{"type":"module"}',
  'sum.js': `export const sum = ${sum};\n`,
  'sum.test.js': `import { expect, test } from 'vitest';\nimport { sum } from './sum.js';
test('a', () => expect(sum(2, 3)).toBe(5));\ntest('b', () => expect(sum(1, 3)).toBe(4));\ntest('c', () => expect(sum(2, 0)).toBe(2));\n`,
});
/** What ESLint's own JSON looks like, from an npx that prints it. */
const eslint = (...messages: object[]) => ({
  'bin/npx': `#!/bin/sh\ncat <<'END'\n${JSON.stringify([{ filePath: '/a.js', messages }])}\nEND\n`,
});
const fault = { ruleId: 'no-var', severity: 2, message: 'Unexpected var.', line: 1 };
const npm = (code: number) => ({ 'bin/npm': `#!/bin/sh\necho "2 failed"\nexit ${code}\n` });

describe('a command of the guide that prints a number', () => {
  test.for<[name: string, what: string, files: Record<string, string>, lastLine: unknown, code: number]>([
    ['tsc', 'faults', { ...settings, 'a.ts': 'const a: number = "x";\nexport function f(x) { return x; }\n' }, '2', 2],
    ['tsc', 'none', { ...settings, 'a.ts': 'export const a = 1;\n' }, '0', 0],
    ['tsc', 'a syntax that hides them', { ...settings, 'a.ts': 'const a: number = ;\n' }, noNumber, 1],
    ['tsc', 'settings that hide them', { 'tsconfig.json': '{"compilerOptions":{"strit":true}}', 'a.ts': '' }, noNumber, 1],
    ['tsc', 'no file', settings, noNumber, 1],
    ['vitest', 'failing tests', vitest('(a, b) => a - b'), '2', 1],
    ['vitest', 'none', vitest('(a, b) => a + b'), '0', 0],
    ['vitest', 'a file that does not load', vitest('(a, b) => (;'), noNumber, 1],
    ['coverage', 'all', vitest('(a, b) => a + b'), '100', 0],
    ['coverage', 'failing tests', vitest('(a, b) => a - b'), noNumber, 1],
    ['eslint', 'faults', eslint(fault, fault), '2', 1],
    ['eslint', 'none', eslint(), '0', 0],
    ['eslint', 'a file that it cannot read', eslint({ ...fault, fatal: true }), noNumber, 1],
    ['eslint', 'no JSON', { 'bin/npx': '#!/bin/sh\nexit 2\n' }, noNumber, 1],
    ['left', 'places', { ...npm(0), 'src/a.js': 'moment\nmoment\n' }, expect.stringMatching(/^ *2$/), 1],
    ['left', 'none', { ...npm(0), 'src/a.js': '' }, expect.stringMatching(/^ *0$/), 0],
    ['left', 'failing tests', { ...npm(1), 'src/a.js': 'moment\n' }, noNumber, 1],
  ])('%s: %s', ([name, , files, lastLine, code]) => {
    expect(ran(name, files)).toEqual([lastLine, code]);
  });

  test('each is tried here, but for the one that the guide says was not', () => {
    const named = Object.keys(scripts).filter((name) => name !== 'undefined');
    expect(named).toEqual(['tsc', 'eslint', 'vitest', 'coverage', 'left', 'hyperfine']);
  });
});
