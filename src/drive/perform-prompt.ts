import { findingsOf, noFindings } from '../core/engine/findings.ts';
import { promptText } from '../core/engine/prompt-text.ts';
import type { Intent, Outcome } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { clipped, placeholderNames } from '../core/workflow/interpolation.ts';
import type { PromptStep } from '../core/workflow/workflow.ts';
import type { Performance } from './performance.ts';
import { textOf, valueOf } from './value-store.ts';

/** Asks the runner for a prompt step. */
export async function performPrompt(performance: Performance, intent: Extract<Intent, { type: 'prompt.requested' }>): Promise<Outcome> {
  const { procedure, runner, clock, state, blobs, place } = performance;
  const step = procedure.stepOf(intent.step);
  if (step.kind !== 'prompt') throw new Error(`the step "${step.id}" is no prompt`);
  const startedMs = clock.monotonicMs();
  const ended = (prompt: Value, rest: Omit<Ended, 'type' | 'op' | 'prompt' | 'durationMs'>): Outcome => ({
    type: 'prompt.ended',
    op: intent.op,
    prompt,
    ...rest,
    durationMs: Math.max(0, Math.round(clock.monotonicMs() - startedMs)),
  });
  const prepared = await preparedPrompt(performance, intent, step);
  if (!prepared.ok) return ended({ text: '' }, unsent(prepared.failure));
  const sent = await valueOf(blobs, Buffer.from(prepared.value));
  if (!sent.ok) return ended({ text: '' }, unsent(sent.failure));

  const answering = runner.start({
    step: intent.step,
    iteration: intent.iteration,
    prompt: prepared.value,
    model: intent.model,
    principles: step.principles,
    cwd: state.workspace.cwd,
    env: {
      ...performance.env,
      PAWL_RUN_ID: place.run,
      PAWL_RUN_TOKEN: state.settings.runToken,
      PAWL_STEP: intent.step,
      PAWL_ITERATION: String(intent.iteration),
    },
    timeoutMs: state.settings.promptTimeoutMs,
    signal: performance.signal,
  });
  const relayed = relay(answering.activity, (line) => performance.onActivity(intent.step, line));
  const { reply, usage, warnings } = await answering.answer;
  await relayed;
  if (!reply.ok) return ended(sent.value, { reply, usage, warnings, findings: noFindings });
  const text = await valueOf(blobs, Buffer.from(reply.text));
  if (!text.ok) return ended(sent.value, { reply: text, usage, warnings, findings: noFindings });
  const findings = findingsOf(step, reply.text, reply.text);
  return ended(sent.value, { reply: { ok: true, text: text.value }, usage, warnings, findings });
}

type Ended = Extract<Outcome, { type: 'prompt.ended' }>;

const unsent = (failure: Failure): Omit<Ended, 'type' | 'op' | 'prompt' | 'durationMs'> => ({
  reply: { ok: false, failure },
  usage: { nanoUsd: 0, inputTokens: null, outputTokens: null, model: null },
  findings: noFindings,
  warnings: [],
});

async function preparedPrompt(performance: Performance, intent: Intent, step: PromptStep): Promise<Result<string, Failure>> {
  const { values, files, blobs, state } = performance;
  const texts = new Map<string, string>();
  for (const name of placeholderNames(step.prompt)) {
    const value = values.get(name);
    if (value === undefined) continue;
    const text = await textOf(blobs, value);
    if (!text.ok) return text;
    const shown = clipped(text.value, files.pathOf(name));
    if (shown !== text.value) await files.write(values);
    texts.set(name, shown);
  }
  const gateOutput = state.frames.find((frame) => frame.step === intent.step)?.gateOutput ?? null;
  if (gateOutput === null) return ok(promptText(step, texts, null));
  const gateText = await textOf(blobs, gateOutput);
  return gateText.ok ? ok(promptText(step, texts, clipped(gateText.value, 'the journal'))) : gateText;
}

async function relay(lines: AsyncIterable<string>, show: (line: string) => void): Promise<void> {
  for await (const line of lines) show(line);
}
