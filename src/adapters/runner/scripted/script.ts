import { isMap, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { type FailureKind, failureKinds } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';

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

/** A mistake in a script: private to this file, so that reading can stop at the first. */
class Mistake extends Error {
  readonly node: Node | null | undefined;

  constructor(message: string, node: Node | null | undefined) {
    super(message);
    this.node = node;
  }
}

/**
 * Reads a script from YAML or JSON: a list of entries, `replies: [entry]`, or `byStep: {step: [entry]}`. Strict: the failure
 * is a sentence that begins with the line.
 */
export function parseScript(text: string): Result<Script, string> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (offset: number): number => lines.linePos(offset).line || 1;
  const error = document.errors[0];
  if (error) return fail(`line ${lineOf(error.pos[0])}: ${error.message.split('\n')[0]}`);
  try {
    return ok(scriptOf(document.contents));
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake;
    return fail(`line ${lineOf(mistake.node?.range?.[0] ?? 0)}: ${mistake.message}`);
  }
}

function scriptOf(root: ParsedNode | null): Script {
  if (isSeq(root)) return { replies: entriesOf(root) };
  const fields = fieldsOf(root, 'a script', ['replies', 'byStep']);
  const replies = fields.get('replies');
  const byStep = fields.get('byStep');
  if ((replies === undefined) === (byStep === undefined)) throw new Mistake('a script has either `replies` or `byStep`', root);
  if (byStep === undefined) return { replies: entriesOf(replies) };
  // fromEntries makes own keys, whatever a step is called.
  return { byStep: Object.fromEntries([...pairsOf(byStep, '`byStep`')].map(([step, list]) => [step, entriesOf(list)])) };
}

function entriesOf(list: Node | null | undefined): Entry[] {
  if (!isSeq(list)) throw new Mistake('a list of entries belongs here', list);
  return list.items.map((item) => entryOf(item as Node));
}

const numberKeys = ['costUsd', 'inputTokens', 'outputTokens'] as const;
const textKeys = ['sh', 'reply', 'error'] as const;

function entryOf(node: Node): Entry {
  const fields = fieldsOf(node, 'an entry', ['write', ...textKeys, 'kind', ...numberKeys]);
  const entry: { -readonly [K in keyof Entry]: Entry[K] } = {};
  for (const key of textKeys) if (fields.has(key)) entry[key] = stringOf(fields.get(key), key);
  for (const key of numberKeys) if (fields.has(key)) entry[key] = numberOf(fields.get(key), key);
  if (fields.has('write')) entry.write = writesOf(fields.get('write'));
  if (fields.has('kind')) entry.kind = kindOf(fields.get('kind'));
  if (entry.reply !== undefined && entry.error !== undefined) throw new Mistake('an entry has either a `reply` or an `error`', node);
  if (entry.kind !== undefined && entry.error === undefined)
    throw new Mistake('`kind` says of which kind an `error` is, and there is none', node);
  return entry;
}

function writesOf(node: Node | null | undefined): Record<string, string | null> {
  const pairs = [...pairsOf(node, '`write`')];
  return Object.fromEntries(
    pairs.map(([path, content]) => [path, isScalar(content) && content.value === null ? null : stringOf(content, path)]),
  );
}

function kindOf(node: Node | null | undefined): FailureKind {
  const kind = failureKinds.find((each) => isScalar(node) && each === node.value);
  if (kind === undefined) throw new Mistake(`\`kind\` is one of ${failureKinds.join(', ')}`, node);
  return kind;
}

function fieldsOf(node: Node | null | undefined, what: string, known: readonly string[]): Map<string, Node | null> {
  const fields = pairsOf(node, what);
  for (const [key, value] of fields) {
    if (!known.includes(key)) throw new Mistake(`${what} has no "${key}"; it may have ${known.join(', ')}`, value ?? node);
  }
  return fields;
}

function pairsOf(node: Node | null | undefined, what: string): Map<string, Node | null> {
  if (!isMap(node)) throw new Mistake(`${what} is a map of keys and values`, node);
  return new Map(node.items.map((pair) => [isScalar(pair.key) ? sourceOf(pair.key) : String(pair.key), pair.value as Node | null]));
}

/** A text, or another scalar by its source: `reply: 42` is "42", as people mean it. */
function stringOf(node: Node | null | undefined, key: string): string {
  if (!isScalar(node) || node.value === null) throw new Mistake(`"${key}" is a text`, node);
  return sourceOf(node);
}

const sourceOf = (scalar: { readonly value: unknown; readonly source?: string }): string =>
  typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value));

function numberOf(node: Node | null | undefined, key: string): number {
  if (!isScalar(node) || typeof node.value !== 'number' || !Number.isFinite(node.value) || node.value < 0)
    throw new Mistake(`"${key}" is a number that is not negative`, node);
  return node.value;
}
