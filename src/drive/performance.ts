import type { Procedure } from '../core/engine/procedure.ts';
import type { RunState } from '../core/engine/state.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Inbox } from '../ports/inbox.ts';
import type { Journal } from '../ports/journal.ts';
import type { Programs } from '../ports/programs.ts';
import type { Runner } from '../ports/runner.ts';
import type { RunPlace, Workspace } from '../ports/workspace.ts';
import type { ValueFiles } from './value-files.ts';
import type { Values } from './values.ts';

/** What a run is performed with. */
export interface DrivePorts {
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly inbox: Inbox;
  readonly workspace: Workspace;
  readonly programs: Programs;
  readonly runner: Runner;
  readonly clock: Clock;
}

/** One run being performed: the ports, the run, and what is known of it at the moment an intent is performed. */
export interface Performance extends DrivePorts {
  readonly procedure: Procedure;
  readonly place: RunPlace;
  /** A folder of the run's own for value files and scratch; made when first needed. */
  readonly folder: string;
  /** The environment that commands and agents inherit, without git's variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly values: Values;
  readonly files: ValueFiles;
  readonly state: RunState;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
  readonly onActivity: (step: string, line: string) => void;
}
