import { expect, test } from 'vitest';
import { answerForm, resultLimitBytes } from '../../../src/core/effects/answer-form.ts';
import { canonicalText } from '../../../src/core/model/canonical-json.ts';
import type { Json } from '../../../src/core/model/json.ts';
import { anyObject, opened, plainServer, reading } from './servers.ts';

const numbers = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', ...numbers };

const of = async (name: string, given: Json, more: object = {}) => {
  const { call } = await opened([plainServer({ tools: [{ name, inputSchema: anyObject, annotations: { readOnlyHint: true }, ...more }] })]);
  return call(name, given);
};

test.each<[what: string, tool: string, given: Json, more: object, result: Json]>([
  ['structured content, which its text only repeats', 'structured', { n: 1 }, { outputSchema: numbers }, { structured: { n: 1 } }],
  ['an older dialect', 'structured', { n: 1 }, { outputSchema: draft07 }, { structured: { n: 1 } }],
  [
    'structured content, and words about it',
    'worded',
    { n: 3 },
    { outputSchema: numbers },
    { structured: { n: 3 }, text: 'three were found' },
  ],
  ['structured content that nothing declares', 'structured', { n: 'x' }, {}, { structured: { n: 'x' } }],
  [
    'structured content that is not as declared',
    'structured',
    { n: 'x' },
    { outputSchema: numbers },
    { structured: { n: 'x' }, notice: 'not as the tool declares it: structured.n must be integer' },
  ],
  [
    'a dialect that is not known',
    'structured',
    { n: 1 },
    { outputSchema: { ...numbers, $schema: 'urn:mine' } },
    { structured: { n: 1 }, notice: 'not validated: it is written in a dialect that is not known here: "urn:mine"' },
  ],
  [
    'structured content that was declared and is missing',
    'plain text',
    {},
    { outputSchema: numbers },
    { text: 'plain text {}', notice: 'not validated: the tool declares structured content, and gave none' },
  ],
  [
    'a picture beside text',
    'picture',
    {},
    {},
    { text: 'a dot', parts: [{ type: 'image', mimeType: 'image/png', data: { $blob: 'AAAA' } }] },
  ],
  ['half a character', 'half', {}, {}, { text: '\ufffd half' }],
  ['nothing at all', 'nothing', {}, {}, { text: '' }],
])('%s', async (_, tool, given, more, result) => {
  expect(await of(tool, given, more)).toEqual(result);
});

test('what a tool calls an error is a failure with its words, and never held against a schema', async () => {
  expect(await of('wrong', {}, { outputSchema: numbers })).toBe('refused: ctx.mcp.s.wrong failed: the disk\nis full');
  expect(await of('silent_wrong', {}, { outputSchema: numbers })).toBe('refused: ctx.mcp.s.silent_wrong failed: it does not say why');
});

test('what the server refuses, and what it answers in no known form, is a failure', async () => {
  expect(await of('refuses', {})).toBe('refused: ctx.mcp.s.refuses: the MCP server "s" says: path is no path');
  expect(await of('no_answer', {})).toBe('io: ctx.mcp.s.no_answer: the MCP server "s" says: its answer is neither a result nor an error');
});

test('a result of 20 MB comes whole, once, and is given to code as a handle', async () => {
  const result = await of('big', { bytes: 20_000_000 });
  const text = canonicalText(result);
  expect(text).toHaveLength(20_000_000 + '{"text":""}'.length);
  const answer = answerForm(result, text, text.length, 'a'.repeat(64));
  expect(answer).toEqual({ text: { $handle: `${'a'.repeat(64)}#/text`, chars: 20_000_000, slice: 'x'.repeat(1000) } });
});

test.each(['', 'id first'])('a result of 100 MB is refused in words, is not kept in memory, and the server goes on (%s)', async (mode) => {
  const { call } = await opened([plainServer({ mode, tools: [...reading('big', 'pid')] })]);
  const pid = await call('pid');
  const [large, small] = await Promise.all([call('big', { bytes: 100_000_000 }), call('big', { bytes: 3 })]);
  expect(large).toMatch(
    /^too_large: ctx\.mcp\.s\.big: the MCP server "s" did it, but its answer has 1000000\d\d bytes, more than the 68157440/,
  );
  expect(small).toEqual({ text: 'xxx' });
  expect(await call('pid')).toEqual(pid);
});

test('of a tool that writes, too large an answer says that it was done', async () => {
  const write = { name: 'big', inputSchema: anyObject, annotations: { destructiveHint: false } };
  const { call } = await opened([plainServer({ tools: [write] })]);
  expect(await call('big', { bytes: 100_000_000 })).toMatch(/^incomplete: ctx\.mcp\.s\.big: the MCP server "s" did it, but /);
});

test('no message is shorter than the longest result that code can be given', () => {
  expect(resultLimitBytes).toBeLessThan(68_157_440);
});
