import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sizeFindings } from '../../checks/file-sizes.ts';
import { scratchFolder } from '../scratch.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with the house's own settings and these files. */
function layOut(files: Record<string, string>): string {
  const root = scratchFolder();
  for (const name of ['biome.jsonc', '.jscpd.json', '.gitignore']) copyFileSync(join(project, name), join(root, name));
  mkdirSync(join(root, 'checks'));
  copyFileSync(join(project, 'checks', 'pure-core.grit'), join(root, 'checks', 'pure-core.grit'));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function tool(name: string, root: string, argv: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(join(project, 'node_modules', '.bin', name), argv, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(project, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  return { status, output: stdout + stderr };
}

const lint = (root: string) => tool('biome', root, ['check', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings']);

const impure: readonly string[] = [
  'export const now = () => Date.now();',
  'export const { length } = Date.now.name;',
  'export const now = () => new Date();',
  'export const now = () => Date();',
  'export const chance = () => Math.random();',
  'export const hour = (atMs: number) => new Date(atMs).getHours();',
  'export const text = (atMs: number) => new Date(atMs).toLocaleString();',
  'export const order = (a: string, b: string) => a.localeCompare(b);',
  'export const number = new Intl.NumberFormat();',
  'export const wait = async (until: Promise<void>) => {\n  await until;\n};',
];

for (const line of impure) {
  test(`refused in core, allowed elsewhere: ${line}`, () => {
    const inCore = lint(layOut({ 'src/core/model/a.ts': `${line}\n` }));
    expect(inCore.output).toContain('Core decides from what it is given');
    expect(inCore.status).toBe(1);
    const outside = lint(layOut({ 'src/app/a.ts': `${line}\n` }));
    expect(outside).toMatchObject({ status: 0 });
  });
}

const refused: readonly { what: string; path: string; text: string; by: string }[] = [
  { what: 'any', path: 'src/app/a.ts', text: 'export const a = (b: any) => b;\n', by: 'noExplicitAny' },
  { what: 'an unused import', path: 'src/app/a.ts', text: `import { x } from './b.ts';\n`, by: 'noUnusedImports' },
  { what: 'a default export', path: 'src/app/a.ts', text: 'export default 1;\n', by: 'noDefaultExport' },
  { what: 'printing outside a door', path: 'src/app/a.ts', text: 'console.log(1);\n', by: 'noConsole' },
  { what: 'a promise that nobody waits for', path: 'src/app/a.ts', text: 'const f = async () => {};\nf();\n', by: 'noFloatingPromises' },
  {
    what: 'a function of more than 60 lines',
    path: 'src/doors/cli/a.ts',
    text: `export const a = (b: Set<number>) => {\n${'  b.add(1);\n'.repeat(61)}};\n`,
    by: 'noExcessiveLinesPerFunction',
  },
  { what: 'a focused test', path: 'test/a.test.ts', text: `test.only('a', () => {});\n`, by: 'noFocusedTests' },
  { what: 'another form', path: 'src/app/a.ts', text: 'export const a = "double"\n', by: 'format' },
];

for (const { what, path, text, by } of refused) {
  test(`refused: ${what}`, () => {
    const { status, output } = lint(layOut({ [path]: text }));
    expect(output).toContain(by);
    expect(status).toBe(1);
  });
}

test('a copy within src is refused, however small its share', () => {
  const body = Array.from({ length: 12 }, (_, index) => `  if (given === ${index}) return wanted * ${index};`).join('\n');
  const copied = `export function chosen(given: number, wanted: number) {\n${body}\n  return 0;\n}\n`;
  const rest = Array.from({ length: 3000 }, (_, index) => `export const own${index} = [${index}, '${'z'.repeat(index % 7)}'];`).join('\n');
  const clean = tool('jscpd', layOut({ 'src/a.ts': copied, 'src/c.ts': 'export {};\n' }), []);
  expect(clean).toMatchObject({ status: 0 });
  const { status, output } = tool('jscpd', layOut({ 'src/a.ts': copied, 'src/b.ts': copied, 'src/c.ts': rest }), []);
  expect(output).toContain('Found 1 clones');
  expect(output).toMatch(/[ab]\.ts/);
  expect(status).toBe(1);
});

test('files that are too long or named for nothing are found, and exceptions that are no longer needed', () => {
  const root = layOut({
    'src/app/long.ts': 'export {};\n'.repeat(351),
    'src/app/just.ts': 'export {};\n'.repeat(350),
    'src/app/assembly.ts': 'export {};\n'.repeat(400),
    'src/app/git-utils.ts': '',
    'src/common/a.ts': '',
    'src/app/community.ts': '',
  });
  const findings = sizeFindings(root, { 'src/app/assembly.ts': 'puts all together', 'src/app/just.ts': 'was longer' });
  expect(findings.map((finding) => finding.split(':')[0])).toEqual([
    'src/app/git-utils.ts',
    'src/app/long.ts',
    'src/common',
    'src/app/just.ts',
  ]);
});
