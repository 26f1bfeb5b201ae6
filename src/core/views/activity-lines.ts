import { isActRunEvent, type RunEvent } from '../events/run-event.ts';
import { ActLines } from './act-lines.ts';

/** What an act within a run does, as the activity of its step: one short line for each thing. */
export class ActivityLines {
  private readonly lines = new ActLines();

  of(event: RunEvent): string[] {
    return isActRunEvent(event) ? this.lines.of(event).map(({ text }) => text) : [];
  }
}
