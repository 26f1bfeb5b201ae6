import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { fail, ok, type Result } from './result.ts';

export type Field = Node | null | undefined;

/** A mistake in a script, thrown so that reading stops at the first; `readScriptText` makes a sentence of it. */
export class ScriptMistake extends Error {
  readonly node: Field;

  constructor(message: string, node: Field) {
    super(message);
    this.node = node;
  }
}

/**
 * Reads a script (what a scripted agent or model says) from YAML or JSON by `read`, which throws a `ScriptMistake` where it is none. The
 * failure is a sentence that begins with the line.
 */
export function readScriptText<T>(text: string, read: (root: Field) => T): Result<T, string> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  const error = document.errors[0];
  if (error) return fail(`line ${lineOf(error.pos[0])}: ${error.message.split('\n')[0]}`);
  try {
    return ok(read(document.contents));
  } catch (mistake) {
    if (!(mistake instanceof ScriptMistake)) throw mistake;
    return fail(`line ${lineOf(mistake.node?.range?.[0] ?? 0)}: ${mistake.message}`);
  }
}

/** The items of a list. `what`: how it is called where there is none. */
export function itemsOf(list: Field, what: string): Node[] {
  if (!isSeq(list)) throw new ScriptMistake(`${what} belongs here`, list);
  return list.items as Node[];
}

/** The fields of a map of which every key is known. */
export function fieldsOf(node: Field, what: string, known: readonly string[]): Map<string, Field> {
  const fields = pairsOf(node, what);
  for (const [key, value] of fields) {
    if (!known.includes(key)) throw new ScriptMistake(`${what} has no "${key}"; it may have ${known.join(', ')}`, value ?? node);
  }
  return fields;
}

/** The pairs of a map of any keys. */
export function pairsOf(node: Field, what: string): Map<string, Field> {
  if (!isMap(node)) throw new ScriptMistake(`${what} is a map of keys and values`, node);
  return new Map(node.items.map((pair) => [isScalar(pair.key) ? sourceOf(pair.key) : String(pair.key), pair.value as Field]));
}

/** A text, or another scalar by its source: `reply: 42` is "42", as people mean it. */
export function stringOf(node: Field, key: string): string {
  if (!isScalar(node) || node.value === null) throw new ScriptMistake(`"${key}" is a text`, node);
  return sourceOf(node);
}

const sourceOf = (scalar: { readonly value: unknown; readonly source?: string }): string =>
  typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value));

export function numberOf(node: Field, key: string): number {
  if (!isScalar(node) || typeof node.value !== 'number' || !Number.isFinite(node.value) || node.value < 0)
    throw new ScriptMistake(`"${key}" is a number that is not negative`, node);
  return node.value;
}

/** One of a few words. */
export function oneOf<W extends string>(node: Field, key: string, words: readonly W[]): W {
  const word = words.find((each) => isScalar(node) && each === node.value);
  if (word === undefined) throw new ScriptMistake(`\`${key}\` is one of ${words.join(', ')}`, node);
  return word;
}
