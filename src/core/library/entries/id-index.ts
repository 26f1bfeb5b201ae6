const none: ReadonlySet<string> = new Set();

/** Ids by the keys that each stands under. A Map: names are words of others, and may be `constructor` or `__proto__`. */
export class IdIndex {
  readonly #ids = new Map<string, Set<string>>();
  readonly #keys = new Map<string, readonly string[]>();

  /** An id stands under these keys, and no others any more. */
  set(id: string, keys: readonly string[]): void {
    for (const key of this.#keys.get(id) ?? []) this.#ids.get(key)?.delete(id);
    this.#keys.set(id, keys);
    for (const key of keys) {
      const ids = this.#ids.get(key);
      if (ids === undefined) this.#ids.set(key, new Set([id]));
      else ids.add(id);
    }
  }

  of(key: string): ReadonlySet<string> {
    return this.#ids.get(key) ?? none;
  }
}
