import { expect, test } from 'vitest';
import { messagesOf, valuesIn } from '../../../src/core/act/act-messages.ts';
import type { Entry } from '../../../src/core/act/act-state.ts';
import { systemPrompt } from '../../../src/core/act/system-prompt.ts';
import type { PrimitiveDeclaration } from '../../../src/core/effects/declaration.ts';
import type { Value } from '../../../src/core/model/value.ts';
import { call, reply } from './act-parts.ts';

const big: Value = { blob: 'b', bytes: 200_000 };
const textOf = (value: Value): string => ('text' in value ? value.text : `all of ${value.blob}`);

const entries: Entry[] = [
  { kind: 'said', text: { text: 'count' } },
  { kind: 'said', text: { text: 'in French' } },
  { kind: 'turn', reply: reply({ text: { text: '' }, calls: [call('shell', '{}')], opaque: { signature: 'x' } }) },
  { kind: 'results', results: [{ id: 'shell-{}', name: 'shell', output: big, isError: true }] },
  { kind: 'said', text: { text: 'go on' } },
];

test('the conversation is shown as it went, what is said in a row as one message, big values whole', () => {
  expect(messagesOf(entries, textOf)).toEqual([
    { role: 'user', text: 'count\n\nin French' },
    { role: 'assistant', text: '', calls: [{ id: 'shell-{}', name: 'shell', arguments: '{}' }], opaque: { signature: 'x' } },
    { role: 'tool', results: [{ id: 'shell-{}', name: 'shell', text: 'all of b', isError: true }] },
    { role: 'user', text: 'go on' },
  ]);
});

test('all that is needed to show it is named', () => {
  expect(valuesIn(entries)).toEqual([{ text: 'count' }, { text: 'in French' }, { text: '' }, { text: '{}' }, big, { text: 'go on' }]);
});

test('the words before all others begin with what never changes, and name primitives, the form of the answer and guidelines', () => {
  const prompt = { canCompose: true, guidelines: null, responseSchema: null };
  const plain = systemPrompt({ primitives: [], functions: [], settings: prompt });
  const read = { name: 'fs.read', description: 'Reads a file.', arguments: { type: 'array' }, result: null, effect: 'read' } as const;
  const rest = { identity: null, settles: 'none', redacted: [], estimateNanoUsd: 0 } as const;
  const primitives: PrimitiveDeclaration[] = [
    { ...read, ...rest },
    { ...read, ...rest, name: 'sh', effect: { most: 'write', of: () => 'read' }, result: { type: 'string' } },
  ];
  const functions = [{ name: 'total', description: 'Adds up.', input: { type: 'object' } }];
  const settings = { canCompose: true, guidelines: 'Be brief.', responseSchema: { type: 'array' } };
  const full = systemPrompt({ primitives, functions, settings });
  expect(full.startsWith(plain)).toBe(true);
  expect(full).toContain(
    '- ctx.fs.read: Reads a file. (read) arguments {"type":"array"}\n- ctx.sh: Reads a file. (at most write) arguments {"type":"array"} → {"type":"string"}',
  );
  expect(full).toContain('one JSON value of this schema, and nothing else:\n{"type":"array"}');
  expect(full).toContain('and in code for ctx.call(name, input):\n- total: Adds up. argument {"type":"object"}');
  expect(full.endsWith('# Guidelines\n\nBe brief.')).toBe(true);
});

test('whoever may not write code is told of functions alone', () => {
  const functions = [{ name: 'total', description: 'Adds up.', input: { type: 'object' } }];
  const settings = { canCompose: false, guidelines: null, responseSchema: null };
  const prompt = systemPrompt({ primitives: [], functions, settings });
  expect(prompt).toContain('you write no code');
  expect(prompt).toContain('For execute_function(name, args):\n- total: Adds up.'.replace('\\n', '\n'));
  expect(prompt).not.toContain('ctx');
});
