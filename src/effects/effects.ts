import type { EffectEvent } from '../core/events/effect-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import { neverPaused, type Pauses } from '../ports/pauses.ts';
import type { Primitive } from '../ports/primitive.ts';
import type { Running } from '../ports/sandbox.ts';
import type { Secrets } from '../ports/secrets.ts';
import { receiptsText } from './came-withheld.ts';
import { CellServer, type Served, type ServerParts } from './cell-server.ts';
import { type EffectAppender, EffectJournal } from './effect-journal.ts';
import type { AskPerson, EffectParts, Spending } from './effect-parts.ts';
import { KnownPrimitives } from './known-primitives.ts';
import { LiveCalls } from './live-calls.ts';
import { Performer } from './performer.ts';
import { SecretValues } from './secret-values.ts';
import { type SettledEffects, settleEffects } from './settle-effects.ts';

/** What an act's effects are made of. */
export interface EffectsOf {
  /** The run, or the occurrence of a task: what idempotency keys are made for. */
  readonly scope: string;
  readonly primitives: Iterable<Primitive>;
  readonly appender: EffectAppender;
  /** What stands in the act's journal already. */
  readonly before: readonly EffectEvent[];
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Names of the secrets that code may use. */
  readonly allowedSecrets: ReadonlySet<string>;
  /** Values by name that never stand anywhere, whether or not code may use them. */
  readonly knownSecrets: ReadonlyMap<string, string>;
  readonly person: AskPerson;
  readonly spending: Spending;
  /** How long one call may take, without what passes in a pause. */
  readonly callTimeoutMs: number;
  readonly pauses?: Pauses;
  /** Aborted when the act is stopped. */
  readonly signal: AbortSignal;
}

/** The effects of one act: the one way from code in its sessions to primitives, and the journal of it. */
export class Effects {
  private readonly parts: EffectParts;
  private readonly live: LiveCalls;

  constructor(of: EffectsOf) {
    const { scope, blobs, clock, person, spending, signal } = of;
    const secrets = new SecretValues(of.secrets, of.allowedSecrets, of.knownSecrets);
    const journal = new EffectJournal(of.appender, of.before);
    const gave = (blob: string): boolean => journal.ledger.gave(blob);
    const opOf = (key: string): number => journal.ledger.firstOf(key)?.requested.op ?? 0;
    this.parts = {
      ...{ scope, blobs, clock, person, spending, signal, secrets },
      primitives: new KnownPrimitives(of.primitives),
      journal,
      performer: new Performer({ secrets, clock, timeoutMs: of.callTimeoutMs, pauses: of.pauses ?? neverPaused, opOf, gave }),
    };
    this.live = new LiveCalls(this.parts);
    this.live.takeover = of.before.some((event) => event.type === 'effect.requested' && event.takeover);
  }

  /**
   * Answers the calls of a running cell until it is over: from the journal what stands there of this cell (`op` of its tool call), and
   * from there on by performing. `mayWrite`: false in cells that only read. Everything is in the journal when it resolves.
   */
  serve(cell: number, running: Running, mayWrite: boolean): Promise<Served> {
    return this.server(cell, running, { calls: this.live, journal: this.parts.journal, mayWrite });
  }

  /** As `Cassette.serve`, from the act's own journal: for the variables that a cell made. */
  replay(cell: number, running: Running): Promise<Served> {
    return this.server(cell, running, null);
  }

  private server(cell: number, running: Running, live: ServerParts['live']): Promise<Served> {
    const { primitives, blobs, secrets, clock, signal, journal } = this.parts;
    const parts = { primitives, blobs, clean: secrets.clean, nowMs: () => clock.nowMs(), signal, live, isCut: false };
    return new CellServer(parts, cell, journal.ledger.ofCell(cell), running).serve();
  }

  /** Before anything else after a crash: finds out what came of writes that were under way. */
  settle(): Promise<Result<SettledEffects, Failure>> {
    return settleEffects(this.parts);
  }

  /** The entrypoint has failed: from now on calls are counted anew, and what was done before is a receipt. */
  takeOver(): void {
    this.live.takeover = true;
  }

  /** What was done so far that leaves something behind, in words; '' = nothing. */
  doneText(): string {
    const done = this.parts.journal.ledger.done();
    return done.length === 0 ? '' : receiptsText(done);
  }

  /** Takes the values of secrets out of a text: of what code printed, say. */
  clean(text: string): string {
    return this.parts.secrets.clean(text);
  }
}
