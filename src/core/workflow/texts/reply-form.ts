import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Json } from '../../model/json.ts';
import { compileRe2 } from './requirement.ts';

/** A reply that was to be JSON of a schema: its JSON as text, or what is wrong with it. */
export type ReadReply = { readonly json: string } | { readonly misshapen: string };

/** So many mistakes are told at most: an agent that gets one right mostly gets the rest. */
const mistakesTold = 10;

/**
 * Reads a reply that is to be JSON of a schema (draft 2020-12; as the workflow's check let it through). The JSON may stand in a
 * fence, or between words. Loading this costs 60 ms, which only a step that has a schema pays.
 */
export function readReply(text: string, schema: Json): ReadReply {
  const found = jsonIn(text);
  if (found === null) return { misshapen: 'the reply is no JSON' };
  const options = { strict: false, allErrors: true, validateSchema: false, validateFormats: false, code: { regExp: re2 } };
  const validate = new Ajv2020(options).compile(schema as object);
  try {
    if (validate(found.value)) return { json: found.text };
  } catch {
    // A schema that leads back to itself follows the reply as deep as that goes, to the end of the stack: nothing else throws here.
    return { misshapen: 'the JSON is nested too deep to be checked' };
  }
  const mistakes = (validate.errors as ErrorObject[]).slice(0, mistakesTold).map(mistakeText);
  return { misshapen: `the JSON does not meet the schema: ${mistakes.join('; ')}` };
}

/** Patterns by RE2, as the workflow's check reads them: native ones can take for ever on a reply, and know no `(?i)`. */
const re2 = Object.assign((pattern: string) => asRegExp(compileRe2(pattern)), { code: '' });

const asRegExp = (compiled: ReturnType<typeof compileRe2>): { test: (text: string) => boolean } => ({
  test: (text) => compiled.matcher(text).find(),
});

const mistakeText = ({ instancePath, message, params }: ErrorObject): string => {
  const named = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : '';
  return `${instancePath === '' ? 'the whole' : instancePath} ${message}${named}`;
};

interface Found {
  readonly text: string;
  readonly value: unknown;
}

/** The whole reply, else what its last fence holds, else what stands from its first bracket to its last. */
function jsonIn(text: string): Found | null {
  const fenced = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)\n```/gm)].at(-1)?.[1];
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  const candidates = [text, fenced, start >= 0 && end > start ? text.slice(start, end + 1) : undefined];
  for (const candidate of candidates) {
    const found = candidate === undefined ? null : parsed(candidate.trim());
    if (found !== null) return found;
  }
  return null;
}

function parsed(text: string): Found | null {
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}
