import type { StoredEvent } from '../../../core/events/envelope.ts';
import { isEnd } from '../../../core/events/run-event.ts';
import { usdOf } from '../../../core/model/money.ts';
import type { Terminal } from '../terminal.ts';
import type { Printer } from './printer.ts';

/** One object a line, the same events that the journal holds; documented in docs/json.md. */
export function jsonLines(terminal: Terminal): Printer {
  return {
    past() {},
    event: (stored) => terminal.json(jsonOf(stored)),
    activity() {},
    close() {},
  };
}

/** An event as a line of `--json` has it: the envelope and the event in one object; money also in dollars at the end. */
export function jsonOf({ v, run, seq, atMs, event }: StoredEvent): object {
  const line = { v, run, seq, at: new Date(atMs).toISOString(), ...event };
  return isEnd(event) ? { ...line, costUsd: usdOf(event.totals.nanoUsd) } : line;
}
