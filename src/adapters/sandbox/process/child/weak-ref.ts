/** A reference that is never cleared: when the collector runs is nothing that a replay could repeat. */
export class SteadyRef {
  readonly #target: unknown;

  constructor(target: unknown) {
    this.#target = target;
  }

  deref(): unknown {
    return this.#target;
  }
}

/** Tells of nothing, for the same reason. */
export class SilentRegistry {
  register(): void {}
  unregister(): boolean {
    return false;
  }
}
