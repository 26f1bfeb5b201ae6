import type { ActState } from '../core/act/act-state.ts';
import type { ActSettings } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { textOf } from '../journaling/value-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import { type CodeCell, calledCellOf, codeCellOf, functionCellOf } from './code-cell.ts';
import { type RecordedOutput, readOutput } from './recorded-output.ts';

/** A cell that an act has run, with what the model was shown of it. */
export interface RecordedCode extends CodeCell {
  /** What it could import, and the operation that installed that. */
  readonly packages: ActState['packages'];
  /** As the model was shown it. */
  readonly output: RecordedOutput;
  readonly isError: boolean;
  /** Whether its session, where it has a name, began with it. */
  readonly isFirst: boolean;
}

export interface RecordedCells {
  readonly cells: readonly RecordedCode[];
  /** Names of the sessions that are open behind them. */
  readonly open: ReadonlySet<string>;
}

function askedCell({ name, atMs, isEntrypoint }: { name: string; atMs: number; isEntrypoint?: true }, given: string, op: number): CodeCell {
  if (isEntrypoint) return functionCellOf(name, given, op, atMs);
  const parsed = JSON.parse(given) as Readonly<Record<string, Json>>;
  return name === 'execute_code' ? codeCellOf(parsed, op, atMs) : calledCellOf(parsed, op, atMs);
}

const runsCode = new Set(['execute_code', 'execute_function']);

/** The cells that an act has run to their end, in their order. What could not be run at all is none. */
export async function recordedCells(blobs: Blobs, history: readonly StoredEvent[]): Promise<Result<RecordedCells, Failure>> {
  const cells: RecordedCode[] = [];
  const open = new Set<string>();
  const asked = new Map<number, { readonly name: string; readonly given: Value; readonly atMs: number; readonly isEntrypoint?: true }>();
  let packages: ActState['packages'] = null;
  let entrypoint: ActSettings['entrypoint'] = null;
  let calls: readonly { readonly name: string; readonly arguments: Value }[] = [];
  for (const { event, atMs } of history) {
    if (event.type === 'act.started' && event.settings.entrypoint !== null) entrypoint = event.settings.entrypoint;
    if (event.type === 'entrypoint.requested' && entrypoint !== null)
      asked.set(event.op, { name: entrypoint.name, given: entrypoint.args, atMs, isEntrypoint: true });
    if (event.type === 'turn.ended' && event.reply.ok) calls = event.reply.calls;
    if (event.type === 'tool.requested') {
      const call = calls[event.call];
      if (call !== undefined && (runsCode.has(call.name) || call.name === 'close_session'))
        asked.set(event.op, { name: call.name, given: call.arguments, atMs });
    }
    if (event.type !== 'tool.ended' && event.type !== 'entrypoint.ended') continue;
    if (event.type === 'tool.ended' && event.meaning?.kind === 'installed') packages = { op: event.op, ...event.meaning };
    const cell = asked.get(event.op);
    if (cell === undefined) continue;
    const text = await textOf(blobs, cell.given);
    if (!text.ok) return text;
    if (cell.name === 'close_session' && cell.isEntrypoint !== true) {
      open.delete(String((JSON.parse(text.value) as Readonly<Record<string, Json>>).session));
      continue;
    }
    if (event.type === 'tool.ended' && !event.carriedOut) continue;
    const shown = await textOf(blobs, event.output);
    if (!shown.ok) return shown;
    const output = readOutput(shown.value);
    const asCell = askedCell(cell, text.value, event.op);
    const isError = event.type === 'tool.ended' ? event.isError : !event.result.ok;
    cells.push({ ...asCell, packages, output, isError, isFirst: output.isAnew || !open.has(asCell.session ?? '') });
    if (asCell.session !== null && output.endsSession) open.delete(asCell.session);
    else if (asCell.session !== null) open.add(asCell.session);
  }
  return ok({ cells, open });
}
