import type { ActSettings } from '../core/events/act-event.ts';
import type { StoredEvent } from '../core/events/envelope.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { Cassette } from '../effects/cassette.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Packages } from '../ports/packages.ts';
import type { Primitive } from '../ports/primitive.ts';
import type { Sandbox, SessionRequest } from '../ports/sandbox.ts';
import { effectsIn } from './act-effects.ts';
import { cellText } from './cell-text.ts';
import { cellOf } from './code-cell.ts';
import { type RecordedCode, recordedCells } from './recorded-cells.ts';
import { runCell } from './run-cell.ts';
import type { FunctionPackages } from './run-function.ts';
import { Sessions } from './sessions.ts';
import { lockOf } from './tools/install-packages.ts';

export interface Replay {
  readonly blobs: Blobs;
  readonly sandbox: Sandbox;
  readonly settings: ActSettings;
  readonly history: readonly StoredEvent[];
  /** Of which only the declarations are used. */
  readonly primitives: readonly Primitive[];
  readonly session: Omit<SessionRequest, 'primitives'>;
  readonly packages: Pick<Packages, 'there'>;
  readonly functionPackages: FunctionPackages;
  readonly signal: AbortSignal;
}

/** How a replay went: each cell of code that the act had run, in its order, up to the first that differs. */
export interface Replayed {
  readonly cells: number;
  readonly calls: number;
  /** Where it first went another way; null = it was equal throughout. */
  readonly difference: { readonly cell: number; readonly code: string; readonly text: string } | null;
}

/** As many sessions as an act has at once. */
const mostSessions = 20;

/** Runs the code of an act once more, every call answered from its journal in the recorded order. Touches nothing. */
export async function replayCells(replay: Replay): Promise<Result<Replayed, Failure>> {
  const { blobs, sandbox, history, primitives } = replay;
  const recorded = await recordedCells(blobs, history);
  if (!recorded.ok) return recorded;
  const events = effectsIn(history);
  const cassette = new Cassette({ events, primitives, blobs, clean: (text) => text });
  const called = events.flatMap((event) => (event.type === 'effect.requested' ? [event.primitive] : []));
  const names = [...new Set([...primitives.map(({ name }) => name), ...called])];
  const sessions = new Sessions(sandbox, { ...replay.session, primitives: names }, mostSessions);
  try {
    let cells = 0;
    for (const cell of recorded.value.cells) {
      cells += 1;
      const text = await differenceOf(replay, cell, sessions, cassette);
      if (!text.ok) return text;
      if (text.value !== null) return ok({ cells, calls: called.length, difference: { cell: cells, code: cell.code, text: text.value } });
    }
    return ok({ cells, calls: called.length, difference: null });
  } finally {
    await sessions.closeAll();
  }
}

async function differenceOf(
  { blobs, settings, signal, packages, functionPackages }: Replay,
  cell: RecordedCode,
  sessions: Sessions,
  cassette: Cassette,
): Promise<Result<string | null, Failure>> {
  const { packages: set } = cell;
  if (set !== null) sessions.usePackages(() => packagesOf(blobs, packages, set));
  const own = cell.name === null ? ok(null) : await functionPackages(cell.name, signal);
  if (!own.ok) return own;
  if (cell.session !== null && cell.isFirst) await sessions.close(cell.session);
  const session = cell.session === null ? await sessions.fresh(own.value) : await sessions.stateful(cell.session);
  if (!session.ok) return session;
  const { isCut } = cell.output;
  try {
    const run = await runCell(session.value, cellOf(cell, settings, signal), (running) => cassette.serve(cell.op, running, isCut), isCut);
    if (run.how === 'failed') return fail(run.failure);
    if (run.how === 'differs') return ok(run.text);
    if (isCut) return ok(null);
    const [was, is] = [timeless(cell.output.text), timeless(cellText(cell.kind, run.end))];
    return ok(was === is ? null : firstDifference(was, is));
  } finally {
    if (cell.session === null) await session.value.close();
  }
}

/** Nothing is installed for a replay: it touches nothing. */
async function packagesOf(
  blobs: Blobs,
  packages: Pick<Packages, 'there'>,
  set: NonNullable<RecordedCode['packages']>,
): Promise<Result<string, Failure>> {
  const lock = await lockOf(blobs, set);
  if (!lock.ok) return lock;
  const folder = await packages.there(String(set.op), lock.value);
  return folder === null
    ? fail({ kind: 'not_found', message: `the packages that its code imports are not there any more: ${set.packages.join(', ')}` })
    : ok(folder);
}

/** How long it took is no part of what it gave. */
const timeless = (output: string): string => output.replace(/\n?\(\d+ ms\)$/, '');

function firstDifference(was: string, is: string): string {
  const [before, now] = [was.split('\n'), is.split('\n')];
  const at = before.findIndex((line, index) => line !== now[index]);
  const index = at === -1 ? before.length : at;
  return `line ${index + 1} of what it gave was "${before[index] ?? ''}", and is "${now[index] ?? ''}" this time`;
}
