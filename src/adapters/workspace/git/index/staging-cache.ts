/** What was worked out for an index, by its bytes. */
export class StagingCache {
  #latest: Buffer = Buffer.alloc(0);
  tree: { readonly index: Buffer; readonly tree: string | null } | null = null;
  /** Every path that is staged; null where only git can tell. */
  staged: { readonly index: Buffer; readonly paths: readonly string[] | null } | null = null;
  /** Those that the shadow's index, of this key, does not have. */
  absent: { readonly index: Buffer; readonly shadowKey: string; readonly paths: readonly string[] | null } | null = null;
  ignored: { readonly index: Buffer; readonly paths: readonly string[] } | null = null;

  /** The same object for the same bytes as the last time. */
  keyOf(bytes: Buffer): Buffer {
    if (!this.#latest.equals(bytes)) this.#latest = bytes;
    return this.#latest;
  }
}
