import { quoted } from './shown-text.ts';

/** The canonical text, or the first place (as code would write it: `$.items[2].at`) that is no JSON, and why. */
export type Canonical =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** Deeper ones are refused: whoever reads them back by recursion would run out of stack. */
const deepest = 500;

/**
 * A value as canonical JSON (RFC 8785): keys in order of their UTF-16 units, numbers and strings as ECMAScript writes them, no
 * white space. Equal values have equal texts. Members that are `undefined` are left out, as JSON does; all else that JSON cannot
 * hold is refused with its path: NaN, infinities, BigInt, functions, symbols, `undefined` in a list, dates, maps and other
 * instances of classes, cycles, and halves of surrogate pairs. `toJSON` is not called, getters are (of what is no plain data).
 */
export function canonicalJson(value: unknown): Canonical {
  try {
    return { ok: true, text: new Writer().written(value, '$') };
  } catch (fault) {
    if (!(fault instanceof NoJson)) throw fault;
    return { ok: false, path: fault.path, message: `${fault.path} ${fault.what}` };
  }
}

/** The same of what is known to be JSON: anything else is a bug, and throws. */
export function canonicalText(json: unknown): string {
  const canonical = canonicalJson(json);
  if (canonical.ok) return canonical.text;
  throw new Error(`no JSON: ${canonical.message}`);
}

class NoJson extends Error {
  readonly path: string;
  readonly what: string;

  constructor(path: string, what: string) {
    super(what);
    this.path = path;
    this.what = what;
  }
}

class Writer {
  private readonly open = new Set<object>();

  written(value: unknown, path: string): string {
    switch (typeof value) {
      case 'boolean':
        return String(value);
      case 'number':
        if (!Number.isFinite(value)) throw new NoJson(path, `is ${value}, which JSON cannot hold; use null or a text`);
        return JSON.stringify(value);
      case 'string':
        return text(value, path);
      case 'object':
        return value === null ? 'null' : this.opened(value, path);
      case 'bigint':
        throw new NoJson(path, 'is a BigInt, which JSON cannot hold; use String(…), or Number(…) where it fits');
      case 'undefined':
      case 'function':
      case 'symbol':
        throw new NoJson(path, `is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}, which JSON cannot hold`);
    }
  }

  private opened(value: object, path: string): string {
    if (this.open.has(value)) throw new NoJson(path, 'leads back to a value that it is a part of, which JSON cannot hold');
    if (this.open.size === deepest) throw new NoJson(path, `is nested deeper than ${deepest} levels`);
    this.open.add(value);
    const whole = Array.isArray(value) ? this.list(value, path) : this.members(value, path);
    this.open.delete(value);
    return whole;
  }

  private list(list: readonly unknown[], path: string): string {
    // By index: a hole is `undefined` too, and `map` would pass over it.
    const parts = Array.from(list, (each, at) => this.written(each, `${path}[${at}]`));
    return `[${parts.join(',')}]`;
  }

  private members(value: object, path: string): string {
    if (!isPlain(value)) throw new NoJson(path, `is a ${kindOf(value)}, which JSON cannot hold; give a plain object, a list or a text`);
    const parts: string[] = [];
    // UTF-16 units are what `sort` goes by.
    for (const key of Object.keys(value).sort()) {
      const inner = (value as Record<string, unknown>)[key];
      const at = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${quoted(key)}]`;
      if (inner !== undefined) parts.push(`${text(key, at)}:${this.written(inner, at)}`);
    }
    return `{${parts.join(',')}}`;
  }
}

function text(value: string, path: string): string {
  // Written with `u`, this class matches only what stands alone.
  if (/\p{Cs}/u.test(value)) throw new NoJson(path, 'holds half of a surrogate pair, which has no UTF-8; use toWellFormed()');
  return JSON.stringify(value);
}

/** Also of another realm, whose `Object.prototype` is not this one's. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const kindOf = (value: object): string =>
  Object.prototype.toString.call(value) === '[object Object]' ? instanceName(value) : Object.prototype.toString.call(value).slice(8, -1);

function instanceName(value: object): string {
  const { constructor } = value as { constructor?: { name?: unknown } };
  return typeof constructor?.name === 'string' && constructor.name !== '' ? constructor.name : 'class instance';
}
