import { decodeEvent } from '../../../core/events/decode-event.ts';
import { eventVersion, type StoredEvent } from '../../../core/events/envelope.ts';
import { eventSum, type KeptRow } from './event-sum.ts';
import { PageFile } from './page-file.ts';
import { columnsOf } from './record.ts';

/** What is left of a run. */
export interface RunRemains {
  readonly run: string;
  /** How many whole events from its first on, without a gap. */
  readonly kept: number;
  /** Whole events behind a gap: known to have been there, and of no use without those before them. */
  readonly behindGap: number;
}

/**
 * What can still be read of a journal, whatever state its files are in: every whole event, found by looking through all pages,
 * with no regard to how they hang together. Nothing is written anywhere, and SQLite is not asked.
 */
export class Remains {
  readonly #file: PageFile;
  /** Where each event lies, by run and sequence. Bodies are read when they are asked for. */
  readonly #places = new Map<string, Map<number, readonly [page: number, cell: number]>>();
  readonly #firstAtMs = new Map<string, number>();
  readonly #ordinals = new Map<string, number>();

  constructor(file: string) {
    this.#file = new PageFile(file);
    const free = this.#file.freePages();
    for (let page = 1; page <= this.#file.lastPage; page++) {
      if (free.has(page)) continue;
      for (const { cell, payload, rowid } of this.#file.records(page)) this.#note(page, cell, payload, rowid);
    }
  }

  /** All runs of which the first event is whole, newest first: by their place in the list of runs, or else by the clock. */
  runs(): RunRemains[] {
    return [...this.#places.keys()]
      .sort((a, b) => this.#ageOf(b) - this.#ageOf(a) || (this.#firstAtMs.get(b) ?? 0) - (this.#firstAtMs.get(a) ?? 0))
      .map((run) => this.#remainsOf(run))
      .filter(({ kept }) => kept > 0);
  }

  /** Runs of which events were found, but not the first one; and runs that the list names of which nothing was found. */
  lostRuns(): string[] {
    const known = new Set([...this.#places.keys(), ...this.#ordinals.keys()]);
    return [...known].filter((run) => this.#remainsOf(run).kept === 0);
  }

  /** The events of a run from its first to the last before a gap. */
  events(run: string): StoredEvent[] {
    const events: StoredEvent[] = [];
    for (let seq = 0; seq < this.#remainsOf(run).kept; seq++) {
      const event = this.event(run, seq);
      if (event === null) break;
      events.push(event);
    }
    return events;
  }

  event(run: string, seq: number): StoredEvent | null {
    const row = this.row(run, seq);
    const event = row === null ? null : decodeEvent(row.v, row.body);
    return row === null || event === null ? null : { v: row.v, run, seq, epoch: row.epoch, atMs: row.at_ms, event };
  }

  /** An event as it was written; null where there is none. */
  row(run: string, seq: number): KeptRow | null {
    const place = this.#places.get(run)?.get(seq);
    const payload = place === undefined ? null : this.#file.recordOf(...place);
    return payload === null ? null : rowIn(payload);
  }

  close(): void {
    this.#file.close();
  }

  #note(page: number, cell: number, payload: Buffer, rowid: number | null): void {
    if (rowid !== null) {
      const [first, run, ...others] = columnsOf(payload) ?? [];
      if (first === null && typeof run === 'string' && others.length === 0) this.#ordinals.set(run, rowid);
      return;
    }
    const found = rowIn(payload);
    if (found === null) return;
    const { run, seq, at_ms: atMs } = found;
    const places = this.#places.get(run) ?? new Map<number, readonly [number, number]>();
    // One that its sum vouches for is not given up for one that has none.
    if (places.has(seq) && found.sum === null) return;
    this.#places.set(run, places.set(seq, [page, cell]));
    if (seq === 0) this.#firstAtMs.set(run, atMs);
  }

  /** A run that the list does not name any more counts as the oldest. */
  #ageOf(run: string): number {
    return this.#ordinals.get(run) ?? 0;
  }

  #remainsOf(run: string): RunRemains {
    const places = this.#places.get(run);
    let kept = 0;
    while (places?.has(kept)) kept++;
    return { run, kept, behindGap: (places?.size ?? 0) - kept };
  }
}

/** The row of an event; null for a row of another table, one that is not what was written, and one of a newer version. */
function rowIn(payload: Buffer): KeptRow | null {
  const columns = columnsOf(payload);
  if (columns === null || columns.length < 7 || columns.length > 8) return null;
  const [run, seq, epoch, at_ms, type, v, body, sum = null] = columns;
  if (typeof run !== 'string' || typeof seq !== 'number' || typeof epoch !== 'number' || typeof at_ms !== 'number') return null;
  if (typeof type !== 'string' || typeof v !== 'number' || typeof body !== 'string' || typeof sum === 'string') return null;
  if (seq < 0 || v > eventVersion) return null;
  const row = { run, seq, epoch, at_ms, type, v, body, sum };
  if (sum !== null) return sum === eventSum(row) ? row : null;
  return decodeEvent(v, body)?.type === type ? row : null;
}
