import type { Capturer } from './capture/capture.ts';
import type { StagingCache } from './index/staging-cache.ts';
import type { Place } from './place/place.ts';
import type { Seen } from './prepare/seen.ts';
import type { Git } from './program/git.ts';
import type { Records } from './snapshot/records.ts';

/** One work tree with all that is needed to read and change it. */
export interface Repository {
  readonly git: Git;
  readonly place: Place;
  readonly records: Records;
  readonly capturer: Capturer;
  readonly stagings: StagingCache;
  /** Every ref that this process has made to hold snapshots. */
  readonly made: Map<string, string>;
  /** Of the verb before, if that was `inspect`. */
  seen: Seen | null;
}
