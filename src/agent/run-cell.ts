import type { Failure } from '../core/model/failure.ts';
import type { Served } from '../effects/cell-server.ts';
import type { Cell, CellEnd, Running, Session } from '../ports/sandbox.ts';

/** How a cell ended: by itself; or it was ended, as it went another way than its record or as the journal failed. */
export type CellRun =
  | { readonly how: 'ended'; readonly end: CellEnd }
  | { readonly how: 'differs'; readonly text: string }
  | { readonly how: 'failed'; readonly failure: Failure };

/** Runs one cell, with the calls of its code answered by `serve`. `isCut`: it is ended as soon as that is over, as it was when it was recorded. */
export async function runCell(session: Session, cell: Cell, serve: (running: Running) => Promise<Served>, isCut = false): Promise<CellRun> {
  const own = new AbortController();
  const running = session.run({ ...cell, signal: AbortSignal.any([cell.signal, own.signal]) });
  const served = await serve(running);
  if (served.how !== 'ended' || isCut) own.abort();
  const end = await running.end;
  return served.how === 'ended' ? { how: 'ended', end } : served;
}
