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

/** A cell that an act has run, with what the model was shown of it. */
export interface RecordedCode extends CodeCell {
  /** What it could import, and the operation that installed that. */
  readonly packages: ActState['packages'];
  readonly output: Value;
  readonly isError: boolean;
}

function askedCell({ name, atMs, isEntrypoint }: { name: string; atMs: number; isEntrypoint?: true }, given: string, op: number): CodeCell {
  if (isEntrypoint) return functionCellOf(name, given, op, atMs);
  const parsed = JSON.parse(given) as Readonly<Record<string, Json>>;
  return name === 'execute_code' ? codeCellOf(parsed, op, atMs) : calledCellOf(parsed, op, atMs);
}

const runsCode = new Set(['execute_code', 'execute_function']);

/** The cells that an act has run to their end, in their order. */
export async function recordedCells(blobs: Blobs, history: readonly StoredEvent[]): Promise<Result<RecordedCode[], Failure>> {
  const cells: RecordedCode[] = [];
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
      if (call !== undefined && runsCode.has(call.name)) asked.set(event.op, { name: call.name, given: call.arguments, atMs });
    }
    if (event.type !== 'tool.ended' && event.type !== 'entrypoint.ended') continue;
    if (event.type === 'tool.ended' && event.meaning?.kind === 'installed') packages = { op: event.op, ...event.meaning };
    const cell = asked.get(event.op);
    if (cell === undefined) continue;
    const text = await textOf(blobs, cell.given);
    if (!text.ok) return text;
    const isError = event.type === 'tool.ended' ? event.isError : !event.result.ok;
    cells.push({ ...askedCell(cell, text.value, event.op), packages, output: event.output, isError });
  }
  return ok(cells);
}
