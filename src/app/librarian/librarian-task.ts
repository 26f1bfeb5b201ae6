import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActRecord } from './act-record.ts';
import { type Answered, askCompleted } from './ask-completed.ts';
import type { LibrarianParts, LibrarianTask } from './librarian-act.ts';

type Own = Pick<LibrarianTask, 'run' | 'context' | 'signal' | 'request'>;

/** A piece of work about an act. Who watches it says so by `onOpen` and `onEvent`. */
export function taskOf({ store, model }: LibrarianParts, record: ActRecord, own: Own): LibrarianTask {
  const { settings } = record.state;
  const started = record.history[0]?.event;
  if (settings === null || started?.type !== 'act.started') throw new Error('an act without its first event cannot be looked through');
  const completed = record.state.totals.toolCalls > 0 ? (taken: Answered) => askCompleted({ store, model, record }, taken) : null;
  return {
    ...own,
    parent: record.run,
    settings,
    workspace: started.workspace,
    completed,
    onOpen: () => {},
    onEvent: (_: StoredEvent) => {},
  };
}
