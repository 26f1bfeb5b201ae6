import type { Json } from '../../model/json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { interpolate, placeholderNames } from './interpolation.ts';
import { withoutExitLine } from './items.ts';

/** A text that is nothing but the name of a value. */
const whole = /^\{\{([^{}]+)\.json\}\}$/;

/** The value that a text stands for as JSON; null = it is text. A step that is called so itself wins. */
function valueNamed(text: string, isKnown: (name: string) => boolean): string | null {
  const name = whole.exec(text)?.[1];
  return name === undefined || isKnown(`${name}.json`) ? null : name;
}

/** The names in double braces that a text of an argument mentions, each once, without the `.json` of one that stands for a value. */
export function argumentNames(text: string, known: ReadonlySet<string>): string[] {
  const value = valueNamed(text, (name) => known.has(name));
  return value === null ? placeholderNames(text) : [value];
}

/** All texts in an argument, at any depth, without the names of members. */
export function textsIn(args: Json): string[] {
  if (typeof args === 'string') return [args];
  if (typeof args !== 'object' || args === null) return [];
  return Object.values(args).flatMap((each) => textsIn(each as Json));
}

/**
 * An argument with its names filled in, in one pass: in a text the value as it is; a text that is only `{{name.json}}` becomes the JSON
 * that the value is. A name that `lookup` does not know (`undefined`) stays as it was written; where JSON is wanted of it, that fails. Says
 * why in words.
 */
export function filledArguments(args: Json, lookup: (name: string) => string | undefined): Result<Json, string> {
  if (typeof args === 'string') return filledText(args, lookup);
  if (typeof args !== 'object' || args === null) return ok(args);
  const filled: [string, Json][] = [];
  for (const [name, member] of Object.entries(args)) {
    const value = filledArguments(member as Json, lookup);
    if (!value.ok) return value;
    filled.push([name, value.value]);
  }
  return ok(Array.isArray(args) ? filled.map(([, value]) => value) : Object.fromEntries(filled));
}

function filledText(text: string, lookup: (name: string) => string | undefined): Result<Json, string> {
  const name = valueNamed(text, (each) => lookup(each) !== undefined);
  if (name === null) return ok(interpolate(text, lookup));
  const output = lookup(name);
  if (output === undefined) return fail(`${text} was to be JSON, and there is no value of ${name} yet`);
  try {
    return ok(JSON.parse(withoutExitLine(output)) as Json);
  } catch {
    return fail(`${text} was to be JSON, and what ${name} gave is none`);
  }
}
