import type { ChildOutcome } from '../frames.ts';
import type { Calls } from './calls.ts';
import type { Channel } from './channel.ts';
import type { Packages } from './packages.ts';
import type { SessionClock } from './session-clock.ts';
import type { Uncaught } from './uncaught.ts';

/** What a cell needs of its session while it runs. */
export interface CellPlace {
  readonly channel: Channel;
  readonly calls: Calls;
  readonly clock: SessionClock;
  readonly uncaught: Uncaught;
  readonly packages: Packages;
  /** Called once, when the cell has ended. */
  finish(outcome: ChildOutcome): void;
}
