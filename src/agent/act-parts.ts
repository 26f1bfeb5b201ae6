import type { Permits } from '../core/act/permitted-tools.ts';
import type { EditsResult } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { ActRunEvent } from '../core/events/run-event.ts';
import type { AskPerson } from '../effects/effect-parts.ts';
import type { Around } from '../ports/around.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoredFunction } from '../ports/functions.ts';
import type { Inbox } from '../ports/inbox.ts';
import type { Journal } from '../ports/journal.ts';
import type { Model } from '../ports/model.ts';
import type { Packages } from '../ports/packages.ts';
import type { Primitive } from '../ports/primitive.ts';
import type { Sandbox, SessionRequest } from '../ports/sandbox.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { ActCourse } from './act-course.ts';
import type { FunctionPackages } from './run-function.ts';
import type { Tool } from './tool.ts';
import type { Adopted } from './tools/adopted-tools.ts';

/** What an act is performed with. */
export interface ActPorts {
  readonly journal: Journal;
  readonly blobs: Blobs;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly model: Model;
  readonly sandbox: Sandbox;
  readonly secrets: Secrets;
}

/** One act, from where it stands. */
export interface ActDrive {
  readonly run: string;
  /** All that has happened; empty for an act that begins. */
  readonly history: readonly StoredEvent[];
  /** That it was started, or taken up again. */
  readonly first: Extract<ActRunEvent, { type: 'act.started' | 'resumed' }>;
  /** What is known of it before its first turn, and what is to be known behind its last, before it is finished. */
  readonly before: readonly ActRunEvent[];
  readonly after: () => Promise<readonly ActRunEvent[]>;
  /** How its code touches the outside. `tell` lets people know something. */
  readonly primitives: (tell: (text: string) => Promise<void>) => readonly Primitive[];
  /** Functions that its model is told of at once. */
  readonly functions: readonly StoredFunction[];
  /** Where it installs packages. */
  readonly packages: Packages;
  /** The folder of packages that a stored function needs, with all that it calls; null = none. */
  readonly functionPackages: FunctionPackages;
  /** Whether there are functions that it may run, told or not. */
  readonly hasFunctions: boolean;
  /** An act that goes on beside it, by its run; null = it is over. */
  readonly adopted: (run: string) => Adopted | null;
  /** Names of the secrets that its code may use. */
  readonly allowedSecrets: ReadonlySet<string>;
  /** Values by name that never stand anywhere. */
  readonly knownSecrets: ReadonlyMap<string, string>;
  readonly session: Omit<SessionRequest, 'primitives'>;
  /** Further tools; those that look into a library with something in it are named in `discovery`. */
  readonly tools: (course: ActCourse) => readonly Tool[];
  readonly discovery: readonly string[];
  /** What decides which tools it has, besides its settings. */
  readonly permits: Omit<Permits, 'settings' | 'hasFunctions'>;
  /** Of a librarian: carries out the edits that it has set down. */
  readonly carryOut?: (course: ActCourse) => Promise<EditsResult>;
  /** The run of whoever reviews it once it has ended, for the operation of the review; null = nobody can. */
  readonly reviewer: (op: number) => string | null;
  /** What a person has said to questions of the effect journal; null from it = nobody does while this process runs. */
  readonly person: Pick<AskPerson, 'ask'>;
  /** What the run or the act around it hands on; null for an act that is no part of another run. */
  readonly around: Around | null;
  /** Aborting it cancels the act. */
  readonly signal: AbortSignal;
  /** Called with each event once it is on disk. */
  readonly onEvent: (stored: StoredEvent) => void;
  readonly onActivity: (line: string) => void;
  /** Called once it goes on: what can be said to it from this process. */
  readonly onOpen: (course: Pick<ActCourse, 'take' | 'hear' | 'state' | 'nextOp'>) => void;
}
