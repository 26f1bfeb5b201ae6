import type { Json } from '../../model/json.ts';

/** Where something stands in a text: `line` and `column` from 1 (columns in UTF-16 units), `length` in columns of its first line. */
export interface Spot {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Something that code names, and where. What it is named as is in the terms of whoever lists it. */
export interface Named {
  readonly name: string;
  readonly at: Spot;
}

/** A text that stands in the code: literals (concatenations and templates put together where all of it is known) and comments. */
export interface WrittenText {
  readonly text: string;
  readonly at: Spot;
}

/**
 * What a stored function's text says of it, as read from the tree: nothing of it was run. Names in it come from the code, so `__proto__` is
 * one like any other: never a key of a plain object.
 */
export interface CodeFacts {
  /** Of the exported function; null = there is none, which `form` says. */
  readonly exported: Named | null;
  /** What is wrong with its form, each a sentence. */
  readonly form: readonly { readonly message: string; readonly at: Spot }[];
  /** Its JSDoc, without the stars; null = none. */
  readonly docstring: string | null;
  /** JSON Schema of its input, and of what it gives, as far as TypeScript types say so; else `{}`. */
  readonly parameters: Json;
  readonly returns: Json;
  /** Functions, classes and constants beside it at the top level. */
  readonly beside: readonly string[];
  /** Dotted names below `ctx` that it calls or hands on as a function: `fs.read`, `mcp.files.read_text_file`. Not `call`. */
  readonly primitives: readonly Named[];
  /** Places where what is taken from `ctx`, or `ctx` itself, cannot be followed; `name` is the text there. */
  readonly lost: readonly Named[];
  /** Stored functions that it names to `ctx.call`. */
  readonly dependencies: readonly Named[];
  /** Calls of `ctx.call` whose name is worked out; `name` is the text of the call. */
  readonly unknownDependencies: readonly Named[];
  /** Modules that it imports, by the text of the specifier. */
  readonly imports: readonly Named[];
  /** `eval`, `new Function`, `import(variable)` and the like. */
  readonly dynamicCode: readonly Named[];
  /** What it reaches of the world or the machine past `ctx`: `process`, `Date.now`, `fetch`. */
  readonly ambient: readonly Named[];
  readonly texts: readonly WrittenText[];
  /** Equal for two texts that differ in comments, layout, types and names of locals alone. Made for comparing and digests. */
  readonly normalForm: string;
}

/** Longer ones are not read: it is no function any more, and each one is kept for ever. */
export const mostSourceBytes = 500_000;

/** Why a text cannot be read as code; `line` and `column` from 1, null = not known. */
export interface Unreadable {
  readonly why: 'syntax' | 'too-large' | 'too-deep';
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}
