import { expect, test } from 'vitest';
import { readCalls } from '../../../src/core/act/read-turn.ts';
import type { Finish, ToolCall, ToolDeclaration } from '../../../src/core/model/conversation.ts';

const tool = (name: string, parameters: ToolDeclaration['parameters'] = { type: 'object' }): [string, ToolDeclaration] => [
  name,
  { name, description: '', parameters },
];

const tools = new Map([
  tool('read_file', { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false }),
  tool('shell'),
  tool('delete_run'),
  tool('odd', { type: 'nonsense' }),
]);
const offered = ['read_file', 'shell', 'odd'];

const read = (calls: readonly Partial<ToolCall>[], finish: Finish = 'calls') =>
  readCalls(
    calls.map((call) => ({ id: 'c', name: 'shell', arguments: '{}', ...call })),
    finish,
    tools,
    offered,
  );

test('a call is read with its arguments, by the exact name, or as functions.NAME', () => {
  for (const name of ['read_file', 'functions.read_file']) {
    expect(read([{ name, arguments: '{"path":"a"}' }])).toEqual([
      {
        id: 'c',
        name: 'read_file',
        text: '{"path":"a"}',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        problem: null,
        arguments: { path: 'a' },
      },
    ]);
  }
});

test.each([
  'Read_File',
  'readfile',
  'tool:execute_shell',
  'shell:index:0',
  'google:tool:delete:index:0',
  '',
  '../../etc',
  'read_file\u200b',
  'multi_tool_use.parallel',
])('the name %j calls no tool, however near it is, and is kept as providers accept it', (name) => {
  const [call] = read([{ name }]);
  expect(call).toMatchObject({
    arguments: undefined,
    problem: { kind: 'unknown_tool', told: expect.stringContaining('read_file, shell, odd') },
  });
  expect(call?.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
});

test('a tool that is not offered at this point is not called', () => {
  expect(read([{ name: 'delete_run' }])[0]?.problem).toEqual({
    kind: 'not_offered',
    told: 'delete_run is not offered now. At this point there are: read_file, shell, odd.',
  });
});

test('of many tools not all names are told', () => {
  const many = Array.from({ length: 42 }, (_, index) => `tool_${index}`);
  const [call] = readCalls([{ id: 'c', name: 'x', arguments: '' }], 'calls', new Map(many.map((name) => tool(name))), many);
  expect(call?.problem?.told).toMatch(/tool_39, and 2 more\.$/);
});

test('calls without an id, or with that of another, get one each', () => {
  const ids = read([{ id: '' }, { id: '' }, { id: 'dup' }, { id: 'dup' }, { id: 'call_6' }, { id: '' }]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
  expect(ids.slice(0, 4)).toEqual(['call_1', 'call_2', 'dup', 'call_4']);
  expect(ids.at(-1)).toBe('call_6_');
});

test('arguments that are cut or are no JSON are never mended, and nothing is carried out', () => {
  const cut = '{"path":"a.py","content":"#!/usr/bin/env pyth';
  expect(read([{ name: 'read_file', arguments: cut }], 'length')[0]).toMatchObject({
    digest: null,
    problem: { kind: 'cut', told: expect.stringContaining('cut at 45 characters') },
  });
  expect(read([{ name: 'read_file', arguments: cut }])[0]?.problem?.kind).toBe('no_json');
  expect(read([{ arguments: '{"a":"\\ud83d"}' }])[0]?.problem?.kind).toBe('no_json');
});

test('no arguments at all are an empty object, where the tool takes that', () => {
  expect(read([{ arguments: ' ' }])[0]).toMatchObject({ problem: null, arguments: {} });
  expect(read([{ name: 'read_file', arguments: '' }])[0]?.problem).toEqual({
    kind: 'bad_arguments',
    told: "The arguments of read_file are not as it takes them: they must have required property 'path'. Nothing was carried out.",
  });
});

test('what is wrong with arguments is told by its path', () => {
  expect(read([{ name: 'read_file', arguments: '{"path":7}' }])[0]?.problem?.told).toContain('/path must be string');
});

test('a schema that is none is the fault of the tool: anything is taken', () => {
  expect(read([{ name: 'odd', arguments: '[1]' }])[0]).toMatchObject({ problem: null, arguments: [1] });
});

test('the same arguments in another order are the same call', () => {
  const [one, other, third] = read([
    { arguments: '{"cmd":"ls","cwd":"/r"}' },
    { arguments: '{ "cwd": "/r", "cmd": "ls" }' },
    { arguments: '{"cmd":"ls"}' },
  ]);
  expect(one?.digest).toBe(other?.digest);
  expect(third?.digest).not.toBe(one?.digest);
});

test('a name that providers refuse is made plain only where there is no such tool', () => {
  const dotted = new Map([tool('mcp.files read')]);
  const names = (name: string) =>
    readCalls([{ id: 'c', name, arguments: '{}' }], 'calls', dotted, ['mcp.files read']).map((each) => each.name);
  expect(names('mcp.files read')).toEqual(['mcp.files read']);
  expect(names('mcp.files write')).toEqual(['mcp_files_write']);
  expect(names('x'.repeat(200))[0]).toHaveLength(64);
});

test('forty names are told whole', () => {
  const forty = Array.from({ length: 40 }, (_, at) => `t${at}`);
  const [read40] = readCalls([{ id: 'c', name: 'nope', arguments: '{}' }], 'calls', tools, forty);
  expect(read40?.problem?.told).toMatch(/t38, t39\.$/);
});

test('arguments that are whole are read, also where the reply was cut behind them', () => {
  expect(read([{ arguments: '{}' }], 'length')[0]?.problem).toBe(null);
});

test('a schema may say what we do not know; formats are not judged, and at most five mistakes are told', () => {
  const loose = { type: 'object', 'x-own': 1, properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] };
  const many = { type: 'object', required: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };
  const both = new Map([tool('loose', loose), tool('many', many)]);
  const problem = (name: string, given: string) =>
    readCalls([{ id: 'c', name, arguments: given }], 'calls', both, ['loose', 'many'])[0]?.problem ?? null;
  expect(problem('loose', '{"at":"soon"}')).toBe(null);
  const told = problem('many', '{}')?.told ?? '';
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((key) => told.includes(`'${key}'`))).toEqual(['a', 'b', 'c', 'd', 'e']);
});
