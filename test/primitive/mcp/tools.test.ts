import { expect, test } from 'vitest';
import { ctxTree } from '../../../src/adapters/sandbox/process/child/ctx-tree.ts';
import { schemaCheck } from '../../../src/core/effects/schema-check.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { anyObject, opened, plainServer, reading } from './servers.ts';

const listing = (tools: readonly unknown[], more: object = {}) => opened([plainServer({ tools, ...more })]);

/** What the tool takes: whether a call with these arguments is let through. */
const takes = async (tool: object, args: Json[]): Promise<boolean> => {
  const { opened: open } = await listing([{ name: 't', ...tool }]);
  return schemaCheck(open.primitives[0]?.arguments as Json, 'arguments')(args).length === 0;
};

test('names that no provider would take are called by code as they are, each its own, and reach the server unchanged', async () => {
  const names = [
    'awslabs_billing-cost-management-mcp-server__billing_cost_management_compare_budgets_by_month',
    'awslabs_billing-cost-management-mcp-server__billing_cost_management_compare_budgets_by_year',
    'admin.tools/list',
    'naïve tool',
    'Get',
    'get',
    'get.all',
  ];
  const { opened: open, call, warnings } = await listing(reading(...names));
  expect(warnings).toEqual([]);
  for (const name of names) expect(await call(name, { a: 1 })).toEqual({ text: `${name} {"a":1}` });
  const tree = ctxTree(
    open.primitives.map(({ name }) => name),
    async (name) => name,
  ) as {
    mcp: { s: Record<string, (() => Promise<string>) & { all(): Promise<string> }> & { admin: Record<string, () => Promise<string>> } };
  };
  const { s } = tree.mcp;
  expect(await Promise.all([s['naïve tool']?.(), s.Get?.(), s.get?.(), s.get?.all(), s.admin['tools/list']?.()])).toEqual(
    ['naïve tool', 'Get', 'get', 'get.all', 'admin.tools/list'].map((name) => `mcp.s.${name}`),
  );
});

test('a tool that cannot be called is left out by name, with why, and the others stay', async () => {
  const { opened: open, warnings } = await listing([
    ...reading('ok'),
    ...reading('ok', '', 'then', 'a.__proto__', 'bell\u0007', 'x'.repeat(201)),
    { inputSchema: anyObject },
    'no tool',
    { name: 'list', inputSchema: { type: 'array' } },
    { name: 'number', inputSchema: 42 },
    { name: 'never', inputSchema: false },
    { name: 'long', inputSchema: { type: 'object', description: 'x'.repeat(70_000) } },
    { name: 'task', inputSchema: anyObject, execution: { taskSupport: 'required' } },
  ]);
  expect(open.primitives.map(({ name }) => name)).toEqual(['mcp.s.ok']);
  expect(warnings.map((each) => each.replace(' of the MCP server "s" is left out', ''))).toEqual([
    'the tool "ok": there is one of this name before it',
    'the tool "": its name has 0 characters',
    'the tool "then": no code can call it by that name',
    'the tool "a.__proto__": no code can call it by that name',
    'the tool "bell\\u{7}": its name has characters that cannot be seen',
    `the tool "${'x'.repeat(60)}…": its name has 201 characters`,
    'the tool "": it has no name',
    'the tool "": it has no name',
    'the tool "list": its input schema is of "array", not of an object',
    'the tool "number": its input schema is no schema of an object',
    'the tool "never": its input schema is no schema of an object',
    'the tool "long": its input schema is too long',
    'the tool "task": it only runs as a task that is asked for again and again, which is not done here',
  ]);
});

test('one schema that others would drop the whole server for takes nothing from it', async () => {
  const {
    opened: open,
    warnings,
    call,
  } = await listing([
    { name: 'ok', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
    {
      name: 'root_anyof',
      inputSchema: {
        anyOf: [
          { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
          { type: 'object', properties: { slug: { type: 'string' } }, required: ['slug'] },
        ],
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    { name: 'cond', inputSchema: { type: 'object', allOf: [{ if: { properties: { m: { const: 'x' } } }, then: { required: ['y'] } }] } },
    { name: 'noschema' },
    { name: 'bool', inputSchema: true },
    { name: 'broken', inputSchema: { type: 'object', properties: { a: { type: 'strin' } } } },
    { name: 'dialect', inputSchema: { $schema: 'https://example.com/my-schema', type: 'object' } },
    { name: 'lookahead', inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '(?!x)' } } } },
    { name: 'elsewhere', inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } } },
  ]);
  expect(open.primitives).toHaveLength(9);
  expect(warnings.map((each) => each.replace(' of the MCP server "s": its arguments are not checked', ''))).toEqual([
    'the tool "noschema": it declares none',
    'the tool "bool": it declares none',
    expect.stringMatching(/^the tool "broken": its input schema .*must be equal to one of/),
    'the tool "dialect": it is written in a dialect that is not known here: "https://example.com/my-schema"',
    expect.stringMatching(/^the tool "lookahead": its input schema cannot be used: /),
    expect.stringMatching(/^the tool "elsewhere": its input schema cannot be used: .*reference/),
  ]);
  expect(await call('root_anyof', { slug: 'a' })).toEqual({ text: 'root_anyof {"slug":"a"}' });
  // What cannot be checked can still be read by the model.
  expect(open.primitives.find(({ name }) => name === 'mcp.s.dialect')?.description).toContain('Takes {"type":"object"}');
});

test.each<[what: string, tool: object, args: Json[], taken: boolean]>([
  ['one of two forms', { inputSchema: { anyOf: [{ required: ['id'] }, { required: ['slug'] }] } }, [{ slug: 'a' }], true],
  ['neither of two forms', { inputSchema: { anyOf: [{ required: ['id'] }, { required: ['slug'] }] } }, [{}], false],
  ['no object', { inputSchema: { anyOf: [{}] } }, ['a'], false],
  ['an object or null', { inputSchema: { type: ['object', 'null'] } }, [{}], true],
  ['null for an object or null, as the protocol knows none', { inputSchema: { type: ['object', 'null'] } }, [null], false],
  ['nothing where nothing is required', { inputSchema: anyObject }, [], true],
  ['nothing where something is required', { inputSchema: { type: 'object', required: ['a'] } }, [], false],
  ['two arguments', { inputSchema: anyObject }, [{}, {}], false],
  ['whatever it is where there is no schema', {}, [{ x: [1] }], true],
  ['no object where there is no schema', {}, [1], false],
  [
    'what a reference within the schema takes',
    { inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'integer' } } } },
    [{ a: 1 }],
    true,
  ],
  [
    'what a reference within the schema does not take',
    { inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'integer' } } } },
    [{ a: 'x' }],
    false,
  ],
  [
    'a tree by references to itself',
    { inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { sub: { $ref: '#' } } } },
    [{ sub: { sub: {} } }],
    true,
  ],
])('arguments are checked: %s', async (_, tool, args, taken) => {
  expect(await takes(tool, args)).toBe(taken);
});

test.each<[annotations: unknown, effect: string]>([
  [undefined, 'irreversible'],
  [{}, 'irreversible'],
  ['read', 'irreversible'],
  [{ readOnlyHint: 'true' }, 'irreversible'],
  [{ readOnlyHint: true, destructiveHint: true }, 'read'],
  [{ idempotentHint: true }, 'idempotent'],
  [{ idempotentHint: true, destructiveHint: true }, 'idempotent'],
  [{ destructiveHint: false }, 'write'],
  [{ readOnlyHint: false, idempotentHint: false, destructiveHint: true }, 'irreversible'],
])('annotations %j make it %s', async (annotations, effect) => {
  const { opened: open } = await listing([{ name: 't', inputSchema: anyObject, annotations }]);
  expect(open.primitives[0]?.effect).toBe(effect);
});

test('what a server says of a tool is one line, and no longer than a model has use for', async () => {
  const description = `Reads.\n\n# Guidelines\n\u202eObey\u0000 ${'x'.repeat(5000)}`;
  const { opened: open } = await listing([{ name: 't', inputSchema: anyObject, description }]);
  const said = open.primitives[0]?.description ?? '';
  expect(said).toMatch(/^Reads\. # Guidelines \\u\{202e\}Obey\\u\{0\} x+… Gives \{ text, parts\? \}\.$/);
  expect(said.length).toBeLessThan(1100);
});

test('a list comes page by page, and one without an end is cut', async () => {
  const all = reading(...Array.from({ length: 25 }, (_, n) => `t${n}`));
  expect((await listing(all, { pages: 4 })).opened.primitives).toHaveLength(25);
  const endless = await listing(all, { mode: 'endless', pages: 5 });
  expect(endless.opened.primitives).toHaveLength(25);
  expect(endless.warnings).toEqual(['the MCP server "s" lists tools without an end; those behind page 100 are left out']);
});
