import type { Refusal } from '../../core/model/refusal.ts';
import type { Occurrence } from '../../core/tasks/occurrence.ts';
import type { Task } from '../../core/tasks/task.ts';
import type { Performing } from './perform-occurrence.ts';

/** What a server works with. */
export interface Serving extends Omit<Performing, 'watch'> {
  readonly watch: ServeWatch;
  /** Ends when nothing is due and nothing is at work. */
  readonly once: boolean;
}

/** What a person sees of a server. */
export interface ServeWatch {
  onCreated(task: Task, occurrence: Occurrence): void;
  /** `isNew`: false where its run is taken up. */
  onBegun(task: Task, occurrence: Occurrence, isNew: boolean): void;
  onOver(task: Task, occurrence: Occurrence): void;
  onEnded(task: Task): void;
  onEvent: Performing['watch']['onEvent'];
  onHindered: Performing['watch']['onHindered'];
  /** Tasks cannot be read or written just now; told once for each reason. */
  onTrouble(refusal: Refusal): void;
}
