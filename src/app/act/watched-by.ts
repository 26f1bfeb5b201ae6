import type { StoredEvent } from '../../core/events/envelope.ts';
import type { OpenRun } from '../handle/run-handle.ts';
import type { ActOptions } from './act-options.ts';
import type { OwnedAct } from './owned-act.ts';

/** Who watches an act: its handle, and whoever began it. */
export interface Watcher {
  on(run: string): Pick<OwnedAct, 'signal' | 'onEvent' | 'onActivity' | 'onOpen'>;
}

export const watchedBy = (
  { signal = new AbortController().signal, onEvent, onActivity }: Pick<ActOptions, 'signal' | 'onEvent' | 'onActivity'>,
  open: (act: OpenRun) => void,
  toHandle: (stored: StoredEvent) => void,
): Watcher => ({
  on: (run) => ({
    signal,
    onEvent(stored) {
      toHandle(stored);
      onEvent?.(stored);
    },
    onActivity: (line) => onActivity?.(line),
    onOpen: (course) =>
      open({
        run,
        name: 'the act',
        // It changes, so it is read when it is asked for.
        get standing() {
          const { ending, ...state } = course.state;
          return { ...state, isEnding: ending !== null };
        },
        take: (said) => course.hear(() => said),
      }),
  }),
});
