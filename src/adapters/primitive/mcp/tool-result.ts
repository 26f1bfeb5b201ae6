import { withTexts } from '../../../core/effects/mapped-json.ts';
import { schemaCheck } from '../../../core/effects/schema-check.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { visible } from '../../../core/model/shown-text.ts';
import { listOf, recordOf } from '../../../core/model/untrusted-json.ts';
import { wellFormed } from '../../../core/model/well-formed.ts';
import type { ToolSchema } from './tool-schema.ts';

/** So much of what a tool says of its failure is told. */
const toldChars = 2000;

type Members = Record<string, Json>;

/**
 * What code is given for a tool's result: `structured` where the tool gives it, and `text` where it says something else too; without it `text`.
 * Parts that are no texts are in `parts`, their bytes as `{ $blob }`. `notice`: why `structured` was not held against what the tool declares.
 * Nothing comes twice, as servers repeat structured content as text for those who cannot read it. A failure is what the tool says of it.
 */
export function toolResult(result: Readonly<Record<string, unknown>>, declared: ToolSchema | null): Result<Json, string> {
  const { structuredContent, isError } = result;
  const parts = listOf(result.content).map((part) => recordOf(part) ?? { type: 'unknown' });
  const texts = parts.filter(isText).map(({ text }) => text);
  const text = texts.join('\n');
  if (isError === true) return fail(wordsOf(text));
  const structured = recordOf(structuredContent) as Json | null;
  const others = parts.filter((part) => !isText(part)).map(otherPart);
  const value: Members = {};
  if (structured !== null) value.structured = structured;
  if (structured === null || !repeats(texts, structured)) value.text = text;
  if (others.length > 0 && !(structured !== null && repeatsParts(parts, structured))) value.parts = others;
  const notice = declared === null ? null : noticeOf(structured, declared);
  if (notice !== null) value.notice = notice;
  return ok(withTexts(value, wellFormed));
}

/** As a failure tells them, line by line. */
function wordsOf(text: string): string {
  const said = text.trim();
  if (said === '') return 'it does not say why';
  return said.slice(0, toldChars).split('\n').map(visible).join('\n') + (said.length > toldChars ? '…' : '');
}

interface Text {
  readonly text: string;
}

const isText = (part: Readonly<Record<string, unknown>>): part is Readonly<Record<string, unknown>> & Text =>
  part.type === 'text' && typeof part.text === 'string';

/** Whether texts say no more than the structured content: they are it as JSON, or one of its texts. */
function repeats(texts: readonly string[], structured: Json): boolean {
  const inner = new Set<string>();
  for (const value of Object.values(structured as object)) if (typeof value === 'string') inner.add(value);
  const whole = JSON.stringify(structured);
  return texts.every((text) => text === '' || inner.has(text) || isSameJson(text, whole));
}

function isSameJson(text: string, whole: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === whole;
  } catch {
    return false;
  }
}

/** Some put the list of parts into the structured content as it stands. */
function repeatsParts(parts: readonly unknown[], structured: Json): boolean {
  const whole = JSON.stringify(parts);
  return Object.values(structured as object).some((value) => Array.isArray(value) && JSON.stringify(value) === whole);
}

function otherPart(part: Readonly<Record<string, unknown>>): Json {
  const { data, resource } = part;
  if (typeof data === 'string') return { ...(part as Members), data: { $blob: data } };
  const inner = recordOf(resource);
  if (typeof inner?.blob === 'string') return { ...(part as Members), resource: { ...(inner as Members), blob: { $blob: inner.blob } } };
  return part as Members;
}

/** Never a failure: the tool has done what it does, whatever form its answer has. */
function noticeOf(structured: Json | null, { schema, unchecked }: ToolSchema): string | null {
  if (structured === null) return 'not validated: the tool declares structured content, and gave none';
  if (unchecked !== null) return `not validated: ${unchecked}`;
  const faults = schemaCheck(schema, 'structured')(structured);
  return faults.length === 0 ? null : `not as the tool declares it: ${faults.join('; ')}`;
}
