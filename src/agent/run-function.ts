import type { ActSettings } from '../core/events/act-event.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { Effects } from '../effects/effects.ts';
import type { Pauses } from '../ports/pauses.ts';
import { type CodeCell, cellOf } from './code-cell.ts';
import { type CellRun, runCell } from './run-cell.ts';
import type { Sessions } from './sessions.ts';

/** The folder of packages that a stored function needs, with all that it calls; null = none. */
export type FunctionPackages = (name: string, signal: AbortSignal) => Promise<Result<string | null, Failure>>;

export interface FunctionParts {
  readonly sessions: Sessions;
  readonly effects: Effects;
  readonly settings: ActSettings;
  readonly functionPackages: FunctionPackages;
  readonly pauses: Pauses;
}

/** Runs the cell of a stored function in a session of its own; what stands in the journal of it answers its calls. */
export async function runFunction(
  { sessions, effects, settings, functionPackages, pauses }: FunctionParts,
  cell: CodeCell,
  signal: AbortSignal,
): Promise<Result<CellRun, Failure>> {
  const packages = cell.name === null ? ok(null) : await functionPackages(cell.name, signal);
  if (!packages.ok) return packages;
  const session = await sessions.fresh(packages.value);
  if (!session.ok) return session;
  try {
    return ok(await runCell(session.value, cellOf(cell, settings, signal, pauses), (running) => effects.serve(cell.op, running, true)));
  } finally {
    await session.value.close();
  }
}
