import { isScalar, isSeq } from 'yaml';
import { type FailureKind, failureKinds } from '../../../core/model/failure.ts';
import type { Result } from '../../../core/model/result.ts';
import {
  type Field,
  fieldsOf,
  itemsOf,
  numberOf,
  oneOf,
  pairsOf,
  readScriptText,
  ScriptMistake,
  stringOf,
} from '../../../core/model/script-fields.ts';

/** What a scripted agent does, call by call: one list for all calls, or a list for each step. */
export type Script = { readonly replies: readonly Entry[] } | { readonly byStep: Readonly<Record<string, readonly Entry[]>> };

/** What it does in one call, in this order: `write`, `sh`, then the answer. */
export interface Entry {
  /** Path in the workspace -> content; null removes it. */
  readonly write?: Readonly<Record<string, string | null>>;
  /** Shell text, run in the workspace with the call's environment; its exit is ignored. */
  readonly sh?: string;
  /** The answer. Absent, and no `error`: an empty one. */
  readonly reply?: string;
  /** Makes the call fail with this message. */
  readonly error?: string;
  /** Of which kind that failure is; default `refused`. */
  readonly kind?: FailureKind;
  /** Counts whether or not the call fails; default 0. */
  readonly costUsd?: number;
  /** Default 0. */
  readonly inputTokens?: number;
  /** Default 0. */
  readonly outputTokens?: number;
}

/**
 * Reads a script from YAML or JSON: a list of entries, `replies: [entry]`, or `byStep: {step: [entry]}`. Strict: the failure
 * is a sentence that begins with the line.
 */
export const parseScript = (text: string): Result<Script, string> => readScriptText(text, scriptOf);

function scriptOf(root: Field): Script {
  if (isSeq(root)) return { replies: entriesOf(root) };
  const fields = fieldsOf(root, 'a script', ['replies', 'byStep']);
  const replies = fields.get('replies');
  const byStep = fields.get('byStep');
  if ((replies === undefined) === (byStep === undefined)) throw new ScriptMistake('a script has either `replies` or `byStep`', root);
  if (byStep === undefined) return { replies: entriesOf(replies) };
  // fromEntries makes own keys, whatever a step is called.
  return { byStep: Object.fromEntries([...pairsOf(byStep, '`byStep`')].map(([step, list]) => [step, entriesOf(list)])) };
}

const entriesOf = (list: Field): Entry[] => itemsOf(list, 'a list of entries').map(entryOf);

const numberKeys = ['costUsd', 'inputTokens', 'outputTokens'] as const;
const textKeys = ['sh', 'reply', 'error'] as const;

function entryOf(node: Field): Entry {
  const fields = fieldsOf(node, 'an entry', ['write', ...textKeys, 'kind', ...numberKeys]);
  const entry: { -readonly [K in keyof Entry]: Entry[K] } = {};
  for (const key of textKeys) if (fields.has(key)) entry[key] = stringOf(fields.get(key), key);
  for (const key of numberKeys) if (fields.has(key)) entry[key] = numberOf(fields.get(key), key);
  if (fields.has('write')) entry.write = writesOf(fields.get('write'));
  if (fields.has('kind')) entry.kind = oneOf(fields.get('kind'), 'kind', failureKinds);
  if (entry.reply !== undefined && entry.error !== undefined) throw new ScriptMistake('an entry has either a `reply` or an `error`', node);
  if (entry.kind !== undefined && entry.error === undefined)
    throw new ScriptMistake('`kind` says of which kind an `error` is, and there is none', node);
  return entry;
}

function writesOf(node: Field): Record<string, string | null> {
  const pairs = [...pairsOf(node, '`write`')];
  return Object.fromEntries(
    pairs.map(([path, content]) => [path, isScalar(content) && content.value === null ? null : stringOf(content, path)]),
  );
}
