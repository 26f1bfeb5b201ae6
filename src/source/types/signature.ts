import type { FunctionDeclaration, Pattern, Program } from 'acorn';
import type { Json } from '../../core/model/json.ts';
import { namedTypes } from './named-types.ts';
import { typeSchema } from './type-schema.ts';

/**
 * The schemas of a stored function's input and of what it gives. `code` is the text as it was written, `text` the same without types and
 * every character where it was: a type stands where only one of them says something.
 */
export function signature(
  exported: FunctionDeclaration,
  program: Program,
  code: string,
  text: string,
): { readonly parameters: Json; readonly returns: Json } {
  const named = namedTypes(gaps(program, code));
  const [input] = exported.params;
  const ctxEnd = (exported.params.at(-1) ?? exported.id).end;
  const close = text.lastIndexOf(')', exported.body.start - 1);
  const result = close < ctxEnd ? '' : code.slice(close + 1, exported.body.start);
  const written = input ? typeAfter(patternOf(input), code, text) : null;
  return {
    parameters: input ? (written === null ? fromPattern(patternOf(input)) : typeSchema(written, named, true)) : {},
    returns: /^\s*:/.test(result) ? typeSchema(result.slice(result.indexOf(':') + 1), named, false) : {},
  };
}

const patternOf = (pattern: Pattern): Pattern => (pattern.type === 'AssignmentPattern' ? pattern.left : pattern);

/** The text of the type that stands behind a pattern; null = none. */
function typeAfter({ end }: Pattern, code: string, text: string): string | null {
  let to = end;
  while (to < text.length && /\s/.test(text[to] as string)) to += 1;
  const between = /^\s*\??\s*:([\s\S]*)$/.exec(code.slice(end, to));
  return between?.[1] ?? null;
}

/** What `{ file, most = 10 }` says by itself: names, and which may be left out. */
function fromPattern(pattern: Pattern): Json {
  if (pattern.type !== 'ObjectPattern') return {};
  const members = pattern.properties.flatMap((each) =>
    each.type === 'Property' && !each.computed && each.key.type === 'Identifier' ? [{ name: each.key.name, value: each.value }] : [],
  );
  if (members.length < pattern.properties.length || members.length === 0) return {};
  const required = members.filter(({ value }) => value.type !== 'AssignmentPattern').map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name }) => [name, {}])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The parts of a module between its statements. */
function gaps({ body, end }: Program, code: string): string[] {
  const ends = [0, ...body.map((each) => each.end)];
  return ends.map((from, at) => code.slice(from, body[at]?.start ?? end));
}
