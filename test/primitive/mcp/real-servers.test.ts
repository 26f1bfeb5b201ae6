import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { classOfCall } from '../../../src/core/effects/class-of-call.ts';
import { schemaCheck } from '../../../src/core/effects/schema-check.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { primitiveContract } from '../../../src/testing/primitive-contract.ts';
import { scratchFolder } from '../../scratch.ts';
import { installed, opened, plainServer } from './servers.ts';

const files = (cwd: string) => ({ ...plainServer({}), name: 'files', cwd, args: [installed('filesystem'), '.'] });
const everything = () => ({ ...plainServer({}), name: 'every', args: [installed('everything'), 'stdio'] });

test('the tools of the filesystem server read and write files, and nothing outside of its folder', async () => {
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'a.txt'), 'grüß\n');
  const { call, failure, warnings } = await opened([files(cwd)]);
  expect([failure, warnings]).toEqual([null, []]);
  expect(await call('read_text_file', { path: 'a.txt' })).toEqual({ structured: { content: 'grüß\n' } });
  await call('write_file', { path: 'b.txt', content: 'new' });
  expect(readFileSync(join(cwd, 'b.txt'), 'utf8')).toBe('new');
  expect(await call('read_text_file', { path: '/etc/passwd' })).toMatch(/^refused: ctx\.mcp\.files\.read_text_file failed: Access denied/);
  expect(await call('read_text_file', { path: 'none.txt' })).toMatch(/^refused: .*ENOENT/);
});

test('its tools have their classes from their annotations', async () => {
  const { opened: open } = await opened([files(scratchFolder())]);
  const classes = Object.fromEntries(open.primitives.map(({ name, effect }) => [name, effect]));
  expect(classes).toMatchObject({
    'mcp.files.read_text_file': 'read',
    'mcp.files.list_directory': 'read',
    'mcp.files.write_file': 'idempotent',
    'mcp.files.create_directory': 'idempotent',
    'mcp.files.edit_file': 'irreversible',
  });
});

test('a person has the last word on what a tool does', async () => {
  const tools = new Map([
    ['edit_file', { effect: 'write', identity: ['/path'], settles: 'keyed' }],
    ['edit_fiel', {}],
  ] as const);
  const { opened: open, warnings } = await opened([{ ...files(scratchFolder()), tools }]);
  const edit = open.primitives.find(({ name }) => name === 'mcp.files.edit_file');
  expect(edit).toMatchObject({ effect: 'write', identity: ['/0/path'], settles: 'keyed' });
  expect(edit && classOfCall(edit, [])).toEqual({ ok: true, value: 'write' });
  expect(warnings).toEqual(['pawl.yml names the tool "edit_fiel", which the MCP server "files" does not have; did you mean "edit_file"?']);
});

test('the everything server: text, structured content, pictures and resources, and arguments that are checked', async () => {
  const { call, opened: open, failure } = await opened([everything()]);
  expect(failure).toBeNull();
  expect(await call('echo', { message: 'hi' })).toEqual({ text: 'Echo: hi' });
  expect(await call('get-structured-content', { location: 'New York' })).toEqual({
    structured: { temperature: expect.any(Number), conditions: expect.any(String), humidity: expect.any(Number) },
  });
  expect(await call('get-tiny-image')).toMatchObject({
    parts: [{ type: 'image', mimeType: 'image/png', data: { $blob: expect.any(String) } }],
  });
  expect(await call('get-resource-reference', { resourceType: 'Text', resourceId: 1 })).toMatchObject({ parts: [{ type: 'resource' }] });
  const echo = open.primitives.find(({ name }) => name === 'mcp.every.echo');
  const check = schemaCheck(echo?.arguments as Json, 'arguments');
  expect(check([{ message: 'hi' }])).toEqual([]);
  expect(check([{ message: 3 }])).toEqual(['arguments[0].message must be string']);
  expect(check([])).not.toEqual([]);
  expect(check([{ message: 'a' }, {}])).not.toEqual([]);
});

test('several servers run side by side, and what one of them is takes nothing from the others', async () => {
  const cwd = scratchFolder();
  const { opened: open } = await opened([files(cwd), { ...files(join(cwd, 'gone')), name: 'gone' }, everything()]);
  expect(open.servers.map(({ name, opened: { ok } }) => [name, ok])).toEqual([
    ['files', true],
    ['gone', false],
    ['every', true],
  ]);
  expect(existsSync(join(cwd, 'gone'))).toBe(false);
  expect(new Set(open.primitives.map(({ name }) => name.split('.')[1]))).toEqual(new Set(['files', 'every']));
});

primitiveContract(
  { test, expect },
  {
    async make() {
      const { opened: open } = await opened([files('/tmp')]);
      const found = open.primitives.find(({ name }) => name === 'mcp.files.list_allowed_directories');
      if (found === undefined) throw new Error('no list_allowed_directories');
      return found;
    },
    good: () => [{}],
    failing: null,
  },
);
