/** What nobody caught in a cell: rejections without a handler, errors of callbacks. It counts if it still stands when the cell ends. */
export class Uncaught {
  readonly #ignored: (reason: unknown) => boolean;
  readonly #rejections = new Map<unknown, unknown>();
  #thrown: { readonly error: unknown } | null = null;

  /** @param ignored reasons that count for nothing where nobody waits for them. */
  constructor(ignored: (reason: unknown) => boolean) {
    this.#ignored = ignored;
  }

  /** Listens for good; what was meant for earlier cells is forgotten by `clear`. */
  listen(): void {
    process.on('unhandledRejection', (reason, promise) => {
      if (!this.#ignored(reason)) this.#rejections.set(promise, reason);
    });
    process.on('rejectionHandled', (promise) => void this.#rejections.delete(promise));
    process.on('uncaughtException', (error) => this.add(error));
  }

  add(error: unknown): void {
    this.#thrown ??= { error };
  }

  clear(): void {
    this.#rejections.clear();
    this.#thrown = null;
  }

  /** The first. */
  get first(): { readonly error: unknown } | null {
    if (this.#thrown) return this.#thrown;
    for (const error of this.#rejections.values()) return { error };
    return null;
  }
}
