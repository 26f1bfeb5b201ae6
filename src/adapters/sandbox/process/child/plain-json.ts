import type { Json } from '../../../../core/model/json.ts';
import { isWellFormed } from './well-formed.ts';

const { isArray } = Array;
const bytesFrom = Buffer.from;

/** Deeper ones are refused, as canonical JSON refuses them: whoever reads them by recursion would run out of stack. */
const deepest = 500;

/** What is no JSON, and where: `.items[2].at`. */
export class NoJson extends Error {
  readonly path: string;
  readonly what: string;
  readonly tooLarge: boolean;

  constructor(path: string, what: string, tooLarge = false) {
    super(what);
    this.path = path;
    this.what = what;
    this.tooLarge = tooLarge;
  }
}

/**
 * A copy that is JSON and nothing else; bytes become `{"$blob": base64}`, members that are undefined are left out. Throws `NoJson`.
 *
 * @param mostBytes what is longer as JSON is refused, before it has been copied as a whole.
 */
export const plainJson = (value: unknown, mostBytes: number): Json => new Copy(mostBytes).of(value, '');

class Copy {
  readonly #mostBytes: number;
  readonly #within = new Set<object>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  of(value: unknown, path: string): Json {
    switch (typeof value) {
      case 'boolean':
        return this.#counted(value, 4);
      case 'number':
        if (value - value !== 0) throw new NoJson(path, `${value} is no JSON; use null or a text`);
        return this.#counted(value, 1);
      case 'string':
        this.#counted(value, value.length + 2);
        if (!isWellFormed(value)) throw new NoJson(path, 'half of a surrogate pair is no JSON; use toWellFormed()');
        return value;
      case 'object':
        return value === null ? this.#counted(value, 4) : this.#opened(value, path);
      case 'bigint':
        throw new NoJson(path, 'a BigInt is no JSON; use String(…), or Number(…) where it fits');
      case 'undefined':
        throw new NoJson(path, 'undefined is no JSON; use null');
      case 'function':
      case 'symbol':
        throw new NoJson(path, `a ${typeof value} is no JSON`);
    }
  }

  #counted<T>(value: T, bytes: number): T {
    this.#bytes += bytes;
    if (this.#bytes > this.#mostBytes) throw new NoJson('', `more than ${this.#mostBytes / 1024 / 1024} MiB as JSON`, true);
    return value;
  }

  #opened(value: object, path: string): Json {
    const bytes = bytesOf(value);
    if (bytes) {
      this.#counted(value, (bytes.length * 4) / 3 + 14);
      return { $blob: bytes.toString('base64') };
    }
    const within = this.#within;
    if (within.has(value)) throw new NoJson(path, 'this leads back to a value that it is a part of, which is no JSON');
    if (within.size === deepest)
      throw new NoJson(path.length > 80 ? `${path.slice(0, 80)}…` : path, `nested deeper than ${deepest} levels`);
    this.#counted(value, 2);
    within.add(value);
    const copy = isArray(value) ? this.#list(value, path) : this.#members(value, path);
    within.delete(value);
    return copy;
  }

  #list(value: readonly unknown[], path: string): Json {
    const copy: Json[] = [];
    for (let at = 0; at < value.length; at++) {
      // Found before it is walked through: `new Array(1e9)` has a billion of them.
      if (!(at in value)) throw new NoJson(`${path}[${at}]`, 'a hole in a list is no JSON; use null');
      copy.push(this.of(value[at], `${path}[${at}]`));
    }
    return copy;
  }

  #members(value: object, path: string): Json {
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype !== null && prototype !== Object.prototype) {
      throw new NoJson(path, `${kindOf(value)} is no JSON; give a plain object, a list or a text`);
    }
    const copy: Record<string, Json> = {};
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === 'symbol') throw new NoJson(path, `the key ${String(key)} is no JSON`);
      if (!Object.prototype.propertyIsEnumerable.call(value, key)) continue;
      const at = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
      if (!isWellFormed(key)) throw new NoJson(at, 'half of a surrogate pair is no JSON; use toWellFormed()');
      const member = (value as Record<string, unknown>)[key];
      if (member === undefined) continue;
      this.#counted(key, key.length + 3);
      // Not by assignment: a key named __proto__ would set the prototype and be lost.
      Object.defineProperty(copy, key, { value: this.of(member, at), enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }
}

function bytesOf(value: object): Buffer | null {
  if (value instanceof Uint8Array) return bytesFrom(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? bytesFrom(value) : null;
}

function kindOf(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const name = tag === 'Object' ? (value as { constructor?: { name?: unknown } }).constructor?.name : tag;
  return typeof name === 'string' && name !== '' ? `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}` : 'an instance of a class';
}

/** An answer for the code: what is `{"$blob": base64}` in it becomes bytes. */
export function withBytes(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map(withBytes);
  const keys = Object.keys(value);
  const { $blob } = value as { $blob?: Json };
  if (keys.length === 1 && typeof $blob === 'string') return new Uint8Array(bytesFrom($blob, 'base64'));
  for (const key of keys) {
    const inner = (value as Record<string, Json>)[key] as Json;
    if (inner !== null && typeof inner === 'object') {
      Object.defineProperty(value, key, { value: withBytes(inner), enumerable: true, writable: true, configurable: true });
    }
  }
  return value;
}
