import { isScalar, isSeq, type Node } from 'yaml';
import type { Finish } from '../../../core/model/conversation.ts';
import { type Failure, failureKinds } from '../../../core/model/failure.ts';
import type { Result } from '../../../core/model/result.ts';
import {
  type Field,
  fieldsOf,
  itemsOf,
  numberOf,
  oneOf,
  readScriptText,
  ScriptMistake,
  stringOf,
} from '../../../core/model/script-fields.ts';
import type { ScriptedCall, ScriptedTurn } from './model-script.ts';

/**
 * Reads the script of a model from YAML or JSON: a list of turns, or `turns: [turn]`, then also `librarian`. A turn has a `text`, `calls` of a `name` and
 * `arguments` (as YAML, or as the very text), or an `error` of a `kind`. Strict: the failure is a sentence that begins with the line.
 */
export const parseModelScript = (text: string): Result<readonly ScriptedTurn[], string> => readScriptText(text, turnsOf);

/** The turns of a librarian, which stand beside the others in `librarian: [turn]`; null = there are none. */
export const parseLibrarianScript = (text: string): Result<readonly ScriptedTurn[] | null, string> => readScriptText(text, librarianOf);

function turnsOf(root: Field): ScriptedTurn[] {
  const list = isSeq(root) ? root : fieldsOf(root, 'the script of a model', parts).get('turns');
  return itemsOf(list, 'a list of turns').map(turnOf);
}

function librarianOf(root: Field): ScriptedTurn[] | null {
  const list = isSeq(root) ? undefined : fieldsOf(root, 'the script of a model', parts).get('librarian');
  return list === undefined ? null : itemsOf(list, 'a list of turns').map(turnOf);
}

const parts = ['turns', 'librarian'];

const usageKeys = ['usd', 'inputTokens', 'cachedInputTokens', 'outputTokens'] as const;
const finishes: readonly Finish[] = ['stop', 'calls', 'length', 'unknown'];

function turnOf(node: Node): ScriptedTurn {
  const fields = fieldsOf(node, 'a turn', ['text', 'calls', 'error', 'kind', 'silent', 'finish', 'usage']);
  const said = ['text', 'calls', 'finish'].filter((key) => fields.has(key));
  const isSilent = fields.has('silent') && isTrue(fields.get('silent'));
  if ((fields.has('error') || isSilent) && said.length > 0)
    throw new ScriptMistake('a turn that fails or is silent says nothing else', node);
  if (fields.has('kind') && !fields.has('error'))
    throw new ScriptMistake('`kind` says of which kind an `error` is, and there is none', node);
  return {
    ...(fields.has('text') ? { text: stringOf(fields.get('text'), 'text') } : {}),
    ...(fields.has('calls') ? { calls: itemsOf(fields.get('calls'), 'a list of calls').map(callOf) } : {}),
    ...(fields.has('error') ? { fail: failureOf(fields) } : {}),
    ...(isSilent ? { silent: true } : {}),
    ...(fields.has('finish') ? { finish: oneOf(fields.get('finish'), 'finish', finishes) } : {}),
    ...(fields.has('usage') ? { usage: usageOf(fields.get('usage')) } : {}),
  };
}

function callOf(node: Node): ScriptedCall {
  const fields = fieldsOf(node, 'a call', ['name', 'arguments', 'id']);
  if (!fields.has('name')) throw new ScriptMistake('a call has a `name`', node);
  const given = fields.get('arguments');
  const id = fields.has('id') ? { id: stringOf(fields.get('id'), 'id') } : {};
  return { name: stringOf(fields.get('name'), 'name'), arguments: given === undefined || given === null ? {} : jsonOf(given), ...id };
}

/** A text is what the model writes, also where it is no JSON. */
const jsonOf = (node: Node): unknown => (isScalar(node) && typeof node.value === 'string' ? node.value : (node.toJSON() as unknown));

function failureOf(fields: ReadonlyMap<string, Field>): Failure {
  const kind = fields.has('kind') ? oneOf(fields.get('kind'), 'kind', failureKinds) : 'refused';
  return {
    kind,
    message: stringOf(fields.get('error'), 'error'),
    retryable: kind === 'rate_limited' || kind === 'overloaded' || kind === 'incomplete',
  };
}

function usageOf(node: Field): NonNullable<ScriptedTurn['usage']> {
  const fields = fieldsOf(node, 'a usage', usageKeys);
  return Object.fromEntries([...fields].map(([key, value]) => [key, numberOf(value, key)]));
}

function isTrue(node: Field): boolean {
  if (!isScalar(node) || typeof node.value !== 'boolean') throw new ScriptMistake('"silent" is true or false', node);
  return node.value;
}
