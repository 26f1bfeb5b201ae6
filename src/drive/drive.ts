import type { Procedure } from '../core/engine/procedure.ts';
import type { RunState } from '../core/engine/state.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { WorkflowEvent } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { Around } from '../ports/around.ts';
import type { RunPlace } from '../ports/workspace.ts';
import type { Answerer } from './answer-question.ts';
import type { Approval } from './performance.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { Meaning } from './steering.ts';

/** One run that is to be driven. */
export interface Drive {
  readonly procedure: Procedure;
  readonly place: RunPlace;
  /** All that has happened; empty for a run that begins. */
  readonly history: readonly StoredEvent[];
  /** What this drive begins with: that the run was started, or taken up again. */
  readonly first: Extract<WorkflowEvent, { type: 'run.started' | 'resumed' }>;
  /** A person's word for the approval that the run waits for. */
  readonly approval: Approval | null;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: RunSecrets;
  /** Aborting it cancels the run; aborted already, nothing is performed at all. */
  readonly signal: AbortSignal;
  /** Called with each event once it is on disk. */
  readonly onEvent: (stored: StoredEvent) => void;
  readonly onActivity: (step: string, line: string) => void;
  readonly answerer: Answerer;
  /** What the run around it hands on; null for a run that is no part of another one. */
  readonly around: Around | null;
  /** Called once the run is in the journal, with what it can be told by from within this process. */
  readonly onOpen?: ((open: OpenDrive) => void) | undefined;
}

/** A run that is being driven, for whoever steers it from within this process. */
export interface OpenDrive {
  readonly run: string;
  readonly state: RunState;
  /** Resolves once it is on disk, or cannot be. */
  take(meaning: Meaning): Promise<Result<void, Failure>>;
}
