import type { StoredEvent } from '../../core/events/envelope.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import { type Behind, RunHandle } from '../handle/run-handle.ts';
import type { LibrarianParts } from './librarian-act.ts';
import { openLibrarian } from './open-librarian.ts';
import { type ReleaseReview, reviewAct } from './review-act.ts';
import type { StoragePasses } from './storage-passes.ts';

interface Reviewed extends LibrarianParts {
  readonly run: string;
  /** The act's own passes, where they were begun in this process. */
  readonly passes: Pick<StoragePasses, 'ended'> | null;
  readonly signal: AbortSignal;
  /** Told of the act's events. */
  readonly onEvent: (stored: StoredEvent) => void;
  readonly release: ReleaseReview;
  /** Reviews of other acts that are done behind it. */
  readonly others: () => Promise<void>;
}

/** The review of an act, in the hands of whoever holds that act: what is said to it goes to the librarian. */
export class ReviewHandle extends RunHandle<void> {
  private readonly ending: AbortController;

  constructor(behind: Reviewed) {
    const ending = new AbortController();
    super(
      async (open, toHandle) => {
        let hasBegun = false;
        let isDone = false;
        try {
          await behind.passes?.ended();
          isDone = await reviewAct({
            ...behind,
            signal: AbortSignal.any([behind.signal, ending.signal]),
            onLibrarian: toHandle,
            onOpen(course) {
              hasBegun = true;
              open(openLibrarian(behind.run, course));
            },
          });
        } finally {
          await behind.release(isDone);
          await behind.others();
        }
        if (!hasBegun) throw new RunFailed({ kind: 'refused', message: 'the review ended before it had begun' }, behind.run);
      },
      () => () => [],
    );
    this.ending = ending;
  }

  /** Ends the review, also one that waits for its turn; nothing is stored. */
  override async stop(reason = ''): Promise<void> {
    this.ending.abort(reason === '' ? 'whoever holds the act' : reason);
    await this.result().catch(() => {});
  }
}

/** Where the act itself has no review, and others are still to be done: nobody hears what is said. */
export const othersAlone = (others: () => Promise<void>): Behind =>
  new RunHandle<void>(
    async () => {
      await others();
      throw new RunFailed({ kind: 'refused', message: 'the act has ended' }, null);
    },
    () => () => [],
  );
