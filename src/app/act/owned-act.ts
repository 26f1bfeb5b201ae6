import type { ActDrive } from '../../agent/act-parts.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import type { ActPlace } from './act-place.ts';

/** An act that is to be driven, in a workspace that this process owns. */
export interface OwnedAct
  extends Pick<ActDrive, 'run' | 'history' | 'first' | 'person' | 'around' | 'signal' | 'onEvent' | 'onActivity' | 'onOpen'> {
  readonly place: ActPlace;
  readonly store: Store;
  readonly model: Model;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly weak: boolean;
  readonly runToken: string;
  /** Whether the workspace is recorded before and after. */
  readonly recorded: boolean;
  /** Whether what it leaves at work is ended by the token: not where others have the same. Default true. */
  readonly endsLeftovers?: boolean;
}
