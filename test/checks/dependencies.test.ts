import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies' | 'overrides', Record<string, string>>;
const rows = read('docs/decisions/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

test('every dependency has one line that says why it is there and what was rejected, and no line is left over', () => {
  const named = rows.map(([name]) => name?.replaceAll('`', ''));
  const wanted = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies), ...Object.keys(manifest.overrides)];
  expect([...named].sort()).toEqual([...wanted].sort());
  for (const cells of rows) {
    expect(cells, cells[0]).toHaveLength(3);
    for (const cell of cells) expect(cell, cells[0]).not.toBe('');
  }
});

test('every version is exact', () => {
  for (const group of ['dependencies', 'devDependencies', 'overrides'] as const) {
    for (const [name, version] of Object.entries(manifest[group])) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('every decision says what was decided, why, and what it costs', () => {
  const decisions = readdirSync(new URL('../../docs/decisions', import.meta.url)).filter((name) => /^\d/.test(name));
  expect(decisions.length).toBeGreaterThan(0);
  for (const name of decisions) {
    const text = read(`docs/decisions/${name}`);
    for (const heading of [/^# /m, /^## Decision$/m, /^## Why$/m, /^## What it costs$/m]) expect(text, name).toMatch(heading);
  }
  expect(decisions.map((name) => name.slice(0, 4))).toEqual(decisions.map((_, index) => String(index + 1).padStart(4, '0')));
});
