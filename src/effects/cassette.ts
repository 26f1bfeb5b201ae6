import { EffectLedger } from '../core/effects/ledger.ts';
import type { EffectEvent } from '../core/events/effect-event.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Primitive } from '../ports/primitive.ts';
import type { Running } from '../ports/sandbox.ts';
import { CellServer, type Served } from './cell-server.ts';
import { KnownPrimitives } from './known-primitives.ts';

/** What a replay is made of. */
export interface CassetteOf {
  readonly events: readonly EffectEvent[];
  /** Of which only the declarations are used: what is redacted of their arguments. */
  readonly primitives: Iterable<Primitive>;
  /** Holds the larger values. */
  readonly blobs: Blobs;
  /** Takes the values of secrets out of a text, as it was when it was recorded. */
  readonly clean: (text: string) => string;
}

/** Recorded effects that answer code which runs again. Touches nothing: what is not recorded is a difference. */
export class Cassette {
  private readonly of: CassetteOf;
  private readonly primitives: KnownPrimitives;
  private readonly ledger = new EffectLedger();

  constructor(of: CassetteOf) {
    this.of = of;
    this.primitives = new KnownPrimitives(of.primitives);
    for (const event of of.events) this.ledger.apply(event);
  }

  /**
   * Answers the calls of a running cell with what is recorded of the cell `cell`, in the order in which results were given then, the next
   * when the code has gone on as far as it can. `ended`: it made the same calls, all of them and no others. `isCut`: the cell was ended from outside
   * then, so that its record is only a beginning: with the last of it this is over.
   */
  serve(cell: number, running: Running, isCut = false): Promise<Served> {
    const { blobs, clean } = this.of;
    const parts = { primitives: this.primitives, blobs, clean, nowMs: () => 0, signal: new AbortController().signal, live: null, isCut };
    return new CellServer(parts, cell, this.ledger.ofCell(cell), running).serve();
  }
}
