import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scratchFolder } from '../scratch.ts';
import { pawl } from './pawl.ts';

test('schema prints a JSON Schema that takes every built-in workflow, and not a file with a misspelt key', async () => {
  const { stdout, stderr, code } = await pawl(scratchFolder(), ['schema']);
  expect([code, stderr]).toEqual([0, '']);
  expect((await pawl(scratchFolder(), ['schema', '--json'])).stdout).toBe(stdout);
  const accepts = new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
  const folder = new URL('../../workflows/', import.meta.url);
  for (const file of readdirSync(folder)) expect(accepts(parse(readFileSync(new URL(file, folder), 'utf8'))), file).toBe(true);
  expect(accepts({ name: 'w', steps: [{ id: 'a', commnd: 'true' }] })).toBe(false);
});
