import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

export interface StoredBlob {
  readonly digest: string;
  readonly bytes: number;
}

/**
 * Big values, by the sha256 of their bytes. Immutable: putting the same bytes twice is one blob. A put that resolves `ok`
 * is on disk. Contract: `testing/blobs-contract.ts`.
 */
export interface Blobs {
  put(bytes: Uint8Array): Promise<Result<string, Failure>>;
  /**
   * Whether a blob that an earlier `put` of these very bytes resolved for is still there with them: they need be neither
   * digested nor put again then. false where that cannot be told.
   */
  holds(digest: string, bytes: Uint8Array): Promise<boolean>;
  /** Takes over a finished file (moved or copied in), hashing it as a stream: it is never whole in memory. */
  adopt(path: string): Promise<Result<string, Failure>>;
  /** Fails with `not_found` when there is none, with `io` when its bytes no longer have the digest. */
  get(digest: string): Promise<Result<Uint8Array, Failure>>;
  /** Copies a blob to a file that its reader may change. */
  copyTo(digest: string, path: string): Promise<Result<void, Failure>>;
  /** Every blob with its size, for `gc` and `doctor`. */
  list(): Promise<Result<StoredBlob[], Failure>>;
  /** No failure when there is none. */
  remove(digest: string): Promise<Result<void, Failure>>;
  /** Removes what processes that were killed left half-written. Only for the owner of the workspace: no put may be under way. */
  sweep(): Promise<Result<void, Failure>>;
}
