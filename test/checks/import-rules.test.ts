import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { layers } from '../../checks/layers.ts';
import { scratchFolder } from '../scratch.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const packages = ['yaml', 're2js', '@noble/hashes', 'zod', 'ajv', 'croner', 'commander'];

/** Lays out a small project with these source files. */
function layOut(files: Record<string, string>): string {
  const root = scratchFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const dependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
  write('package.json', JSON.stringify({ type: 'module', dependencies, devDependencies: { vitest: '1.0.0' } }));
  copyFileSync(join(project, 'tsconfig.json'), join(root, 'tsconfig.json'));
  for (const name of [...packages, 'vitest', 'stray']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', type: 'module', exports: { '.': './index.js' } }));
    write(`node_modules/${name}/index.js`, 'export const x = 1;');
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  return root;
}

/** Runs the real tool there with the house's own configuration. */
const cruise = (root: string, outputType: string) =>
  spawnSync(
    process.execPath,
    [
      join(project, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      ...['--config', join(project, '.dependency-cruiser.mjs'), '--output-type', outputType, 'src'],
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );

/** What is refused there, as "rule: from -> to", sorted. */
function refusedIn(files: Record<string, string>): string[] {
  const { stdout, stderr } = cruise(layOut(files), 'json');
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser did not run: ${stderr}`);
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; to: string; rule: { name: string } }[] } };
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`).sort();
}

/** The import of `to` as it stands in the file `from`. */
const importOf = (from: string, to: string, keyword = 'import'): string => {
  const path = relative(dirname(from), to);
  return `${keyword} { x } from '${path.startsWith('.') ? path : `./${path}`}';\n`;
};

const fileIn = (path: string, folder: string): string => (path.endsWith('.ts') ? `src/${path}` : `src/${path.replace('*', folder)}/a.ts`);

test('every import between two layers is refused unless the table allows it, for its types too', () => {
  const files: Record<string, string> = {};
  const wanted: string[] = [];
  for (const from of layers) files[fileIn(from.path, 'one')] = 'export const x = 1;\n';
  for (const from of layers) if (from.path.includes('*')) files[fileIn(from.path, 'two')] = 'export const x = 1;\n';
  for (const from of layers) {
    if (from.path === 'index.ts') continue;
    const rule = from.path.replace('/*', '').replaceAll('/', '-');
    for (const [index, to] of [...layers.entries()]) {
      for (const keyword of ['import', 'import type']) {
        const target = fileIn(to.path, 'two');
        const file = fileIn(from.path, 'one').replace('a.ts', `to-${index}-${keyword.length}.ts`);
        files[file] = importOf(file, target, keyword);
        const own = to.path === from.path && !to.path.includes('*');
        if (!own && !from.may.includes(to.path)) wanted.push(`${rule}-imports: ${file} -> ${target}`);
      }
    }
    const file = fileIn(from.path, 'one').replace('a.ts', 'own.ts');
    files[file] = importOf(file, fileIn(from.path, 'one'));
  }
  expect(wanted.length).toBeGreaterThan(100);
  expect(refusedIn(files)).toEqual(wanted.sort());
});

const x = 'export const x = 1;\n';

const refused: { what: string; files: Record<string, string>; by: string[] }[] = [
  {
    what: 'core uses a package that acts',
    files: { 'src/core/model/a.ts': `import 'commander';\nimport 'yaml';\nimport '@noble/hashes';\n` },
    by: ['core-model-packages: src/core/model/a.ts -> node_modules/commander/index.js'],
  },
  {
    what: 'core uses Node itself',
    files: { 'src/core/events/a.ts': `import { readFileSync as x } from 'node:fs';\n` },
    by: ['core-events-packages: src/core/events/a.ts -> fs'],
  },
  {
    what: 'the engine looks at views',
    files: { 'src/core/views/a.ts': x, 'src/core/engine/b.ts': importOf('src/core/engine/b.ts', 'src/core/views/a.ts') },
    by: ['core-engine-imports: src/core/engine/b.ts -> src/core/views/a.ts'],
  },
  {
    what: 'adapters share a folder',
    files: {
      'src/adapters/runner/lines.ts': x,
      'src/adapters/runner/claude/a.ts': importOf('src/adapters/runner/claude/a.ts', 'src/adapters/runner/lines.ts'),
    },
    by: [
      'adapters-runner-imports: src/adapters/runner/claude/a.ts -> src/adapters/runner/lines.ts',
      'imports-have-a-layer: src/adapters/runner/claude/a.ts -> src/adapters/runner/lines.ts',
    ],
  },
  {
    what: 'what runners of programs share knows one of them, and a store uses it',
    files: {
      'src/adapters/agent-cli/a.ts': importOf('src/adapters/agent-cli/a.ts', 'src/adapters/runner/claude/b.ts'),
      'src/adapters/runner/claude/b.ts': x,
      'src/adapters/agent-cli/c.ts': x,
      'src/adapters/runner/codex/d.ts': importOf('src/adapters/runner/codex/d.ts', 'src/adapters/agent-cli/c.ts'),
      'src/adapters/store/sqlite/e.ts': importOf('src/adapters/store/sqlite/e.ts', 'src/adapters/agent-cli/c.ts'),
    },
    by: [
      'adapters-agent-cli-imports: src/adapters/agent-cli/a.ts -> src/adapters/runner/claude/b.ts',
      'adapters-store-imports: src/adapters/store/sqlite/e.ts -> src/adapters/agent-cli/c.ts',
    ],
  },
  {
    what: 'a new part of the house is in no layer',
    files: {
      'src/magic/a.ts': importOf('src/magic/a.ts', 'src/core/model/a.ts'),
      'src/core/model/a.ts': x,
    },
    by: ['every-file-has-a-layer: src/magic/a.ts -> src/core/model/a.ts'],
  },
  {
    what: 'src uses the tests',
    files: { 'test/scratch.ts': x, 'src/app/run/a.ts': importOf('src/app/run/a.ts', 'test/scratch.ts') },
    by: ['src-stands-alone: src/app/run/a.ts -> test/scratch.ts'],
  },
  {
    what: 'src uses the manifest',
    files: { 'src/app/run/a.ts': `import x from '../../../package.json' with { type: 'json' };\n` },
    by: ['src-stands-alone: src/app/run/a.ts -> package.json'],
  },
  {
    what: 'src uses a dev dependency',
    files: { 'src/testing/a.ts': `import 'vitest';\nimport 'commander';\nimport 'node:fs';\n` },
    by: ['no-dev-dependency-in-src: src/testing/a.ts -> node_modules/vitest/index.js'],
  },
  {
    what: 'src uses a package that is there by chance',
    files: { 'src/app/run/a.ts': `import 'stray';\n` },
    by: ['no-dev-dependency-in-src: src/app/run/a.ts -> node_modules/stray/index.js'],
  },
  {
    what: 'an import leads nowhere',
    files: { 'src/app/run/a.ts': `import './gone.ts';\n` },
    by: ['every-import-is-found: src/app/run/a.ts -> ./gone.ts'],
  },
  {
    what: 'the public surface gives away a value of core',
    files: {
      'src/core/model/a.ts': 'export const x = 1;\nexport interface Y {}\n',
      'src/core/events/a.ts': 'export interface Y {}\n',
      'src/index.ts': `export { x } from './core/model/a.ts';\nexport type { Y } from './core/events/a.ts';\n`,
    },
    by: ['index-types-only: src/index.ts -> src/core/model/a.ts'],
  },
  {
    what: 'the public surface gives away an adapter',
    files: { 'src/adapters/process/a.ts': x, 'src/index.ts': `export { x } from './adapters/process/a.ts';\n` },
    by: ['index-imports: src/index.ts -> src/adapters/process/a.ts'],
  },
];

for (const { what, files, by } of refused) {
  test(`refused: ${what}`, () => {
    expect(refusedIn(files)).toEqual(by);
  });
}

test('modules that need each other are refused, also where it is for a type', () => {
  const refused = refusedIn({
    'src/app/run/a.ts': importOf('src/app/run/a.ts', 'src/app/run/b.ts'),
    'src/app/run/b.ts': importOf('src/app/run/b.ts', 'src/app/run/a.ts'),
    'src/app/run/c.ts': `${importOf('src/app/run/c.ts', 'src/app/run/d.ts')}export interface C {}\n`,
    'src/app/run/d.ts': `import type { C } from './c.ts';\nexport const x: C = {};\n`,
    'src/app/run/e.ts': importOf('src/app/run/e.ts', 'src/app/run/f.ts'),
    'src/app/run/f.ts': x,
  });
  expect(new Set(refused.map((each) => each.split(':')[0]))).toEqual(new Set(['no-cycle']));
  for (const name of ['a', 'b', 'c', 'd']) expect(refused.join()).toContain(`src/app/run/${name}.ts`);
  expect(refused.join()).not.toMatch(/run\/[ef]\.ts/);
});

test('a refusal tells what to do instead', () => {
  const root = layOut({ 'src/app/run/a.ts': x, 'src/drive/a.ts': importOf('src/drive/a.ts', 'src/app/run/a.ts') });
  const { stdout, status } = cruise(root, 'err-long');
  expect(stdout).toContain('src/drive/a.ts');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('take the port as an argument and let src/app pass the adapter in');
  expect(status).not.toBe(0);
});
