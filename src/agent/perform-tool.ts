import type { ActState } from '../core/act/act-state.ts';
import type { ActIntent, ActOutcome, ToolMeaning } from '../core/events/act-event.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { ok, type Result } from '../core/model/result.ts';
import { textOf, valueOf } from '../journaling/value-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import { type Tool, type ToolContext, type ToolEnd, toolFailed } from './tool.ts';

interface Performing {
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly state: ActState;
  readonly signal: AbortSignal;
}

/** Carries out one call of the model's, which was asked for at `requestedAtMs`. */
export async function performTool(
  performing: Performing,
  { op, call: at }: Extract<ActIntent, { type: 'tool.requested' }>,
  requestedAtMs: number,
): Promise<ActOutcome> {
  const { blobs, clock, tools, state, signal } = performing;
  const startedMs = clock.monotonicMs();
  const call = state.reply?.calls[at];
  const tool = tools.get(call?.name ?? '');
  if (call === undefined || tool === undefined) throw new Error(`operation ${op} is a call that the model did not make`);
  const end = await carriedOut(blobs, tool, call.arguments, { op, requestedAtMs, signal });
  const output = await valueOf(blobs, Buffer.from(end.output));
  const meaning = await meaningOf(blobs, end);
  return {
    type: 'tool.ended',
    op,
    output: output.ok && meaning.ok ? output.value : { text: `what it gave could not be kept: ${failureIn(output, meaning)}` },
    isError: end.isError || !output.ok || !meaning.ok,
    carriedOut: end.carriedOut && output.ok && meaning.ok,
    meaning: meaning.ok ? meaning.value : null,
    durationMs: Math.round(clock.monotonicMs() - startedMs),
  };
}

const failureIn = (...all: readonly Result<unknown, Failure>[]): string =>
  all.map((each) => (each.ok ? '' : each.failure.message)).join('');

async function meaningOf(blobs: Blobs, { summary, installed, staged }: ToolEnd): Promise<Result<ToolMeaning | null, Failure>> {
  if (staged !== undefined) {
    const edit = await valueOf(blobs, Buffer.from(JSON.stringify(staged)));
    return edit.ok ? ok({ kind: 'staged', edit: edit.value }) : edit;
  }
  if (summary !== undefined) {
    const kept = await valueOf(blobs, Buffer.from(summary));
    return kept.ok ? ok({ kind: 'compressed', summary: kept.value }) : kept;
  }
  if (installed === undefined) return ok(null);
  const manifest = await valueOf(blobs, Buffer.from(installed.manifest));
  const lock = await valueOf(blobs, Buffer.from(installed.lock));
  if (!manifest.ok) return manifest;
  return lock.ok ? ok({ kind: 'installed', packages: installed.packages, manifest: manifest.value, lock: lock.value }) : lock;
}

async function carriedOut(blobs: Blobs, tool: Tool, given: Parameters<typeof textOf>[1], context: ToolContext): Promise<ToolEnd> {
  const text = await textOf(blobs, given);
  if (!text.ok) return toolFailed(`the arguments could not be read again: ${text.failure.message}`);
  const parsed = text.value.trim() === '' ? {} : (JSON.parse(text.value) as Readonly<Record<string, Json>>);
  return tool.perform(parsed, context);
}
