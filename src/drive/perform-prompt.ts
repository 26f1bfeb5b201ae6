import { findingsOf, noFindings } from '../core/engine/findings.ts';
import { promptText, withForm, withSaid } from '../core/engine/prompt-text.ts';
import { frameOf } from '../core/engine/state.ts';
import type { Intent, Outcome, Unit } from '../core/events/event.ts';
import type { Failure } from '../core/model/failure.ts';
import { envKeyOf } from '../core/model/names.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { clipped, placeholderNames } from '../core/workflow/texts/interpolation.ts';
import type { PromptStep } from '../core/workflow/workflow.ts';
import { textOf, valueOf } from '../journaling/value-store.ts';
import { type Performance, treeOf } from './performance.ts';
import { secretVariables } from './run-secrets.ts';

/** Asks the runner for a prompt step. */
export async function performPrompt(performance: Performance, intent: Extract<Intent, { type: 'prompt.requested' }>): Promise<Outcome> {
  const { procedure, runner, clock, state, blobs, place, secrets } = performance;
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
  // Nothing is sent, and nothing spent: it is asked once there is room.
  const gaveOut = (failure: Failure): Outcome => ({ type: 'workspace.failed', op: intent.op, failure });
  const prepared = await preparedPrompt(performance, intent, step);
  if (!prepared.ok) return prepared.failure.outOfStorage ? gaveOut(prepared.failure) : ended({ text: '' }, unsent(prepared.failure));
  const prompt = secrets.redactor.text(prepared.value);
  const sent = await valueOf(blobs, Buffer.from(prompt));
  if (!sent.ok) return sent.failure.outOfStorage ? gaveOut(sent.failure) : ended({ text: '' }, unsent(sent.failure));

  const answering = runner.start({
    step: intent.step,
    iteration: intent.iteration,
    inner: `${place.run}.${intent.op}`,
    prompt,
    model: intent.model,
    principles: step.principles,
    cwd: (await treeOf(performance, intent)).cwd,
    env: {
      ...performance.env,
      ...step.env,
      ...secretVariables(secrets, step),
      PAWL_RUN_ID: place.run,
      PAWL_RUN_TOKEN: state.settings.runToken,
      PAWL_STEP: intent.step,
      PAWL_ITERATION: String(intent.iteration),
    },
    timeoutMs: step.timeoutMs ?? state.settings.promptTimeoutMs,
    signal: performance.signal,
    around: performance.around,
  });
  const relayed = relay(answering.activity, (line) => performance.onActivity(intent.step, line));
  const { reply, usage, warnings, heard = 0 } = await answering.answer;
  await relayed;
  const told = { usage, warnings, ...(heard === 0 ? {} : { heard }) };
  if (!reply.ok) return ended(sent.value, { ...told, reply, findings: noFindings });
  const formed = await formedReply(step, reply.text);
  const text = await valueOf(blobs, Buffer.from(formed.text));
  if (!text.ok) return ended(sent.value, { ...told, reply: text, findings: noFindings });
  const findings = { ...findingsOf(step, formed.text, formed.text, secrets.redactor.text(formed.text)), misshapen: formed.misshapen };
  return ended(sent.value, { ...told, reply: { ok: true, text: text.value }, findings });
}

/** The reply, or the JSON in it where the step wants some. */
async function formedReply(
  { outputSchema }: PromptStep,
  text: string,
): Promise<{ readonly text: string; readonly misshapen: string | null }> {
  if (outputSchema === null) return { text, misshapen: null };
  const { readReply } = await import('../core/workflow/texts/reply-form.ts');
  const read = readReply(text, outputSchema);
  return 'json' in read ? { text: read.json, misshapen: null } : { text, misshapen: read.misshapen };
}

type Ended = Extract<Outcome, { type: 'prompt.ended' }>;

const unsent = (failure: Failure): Omit<Ended, 'type' | 'op' | 'prompt' | 'durationMs'> => ({
  reply: { ok: false, failure },
  usage: { nanoUsd: 0, inputTokens: null, outputTokens: null, model: null },
  findings: noFindings,
  warnings: [],
});

async function preparedPrompt(
  performance: Performance,
  intent: Extract<Intent, { type: 'prompt.requested' }>,
  step: PromptStep,
): Promise<Result<string, Failure>> {
  const { values, files, blobs, state } = performance;
  const texts = new Map<string, string>();
  for (const name of placeholderNames(step.prompt)) {
    const value = valueNamed(performance, intent, name);
    if (value === undefined) continue;
    const text = await textOf(blobs, value);
    if (!text.ok) return text;
    const shown = clipped(text.value, files.pathOf(name));
    const written = shown === text.value ? ok(undefined) : await files.write(values, [{ key: envKeyOf(name), value }]);
    if (!written.ok) return written;
    texts.set(name, shown);
  }
  const gateOutput = frameOf(state, intent)?.gateOutput ?? null;
  const gateText = gateOutput === null ? ok(null) : await textOf(blobs, gateOutput);
  if (!gateText.ok) return gateText;
  const gate = gateText.value === null ? null : clipped(gateText.value, 'the journal');
  return ok(withForm(withSaid(promptText(step, texts, gate), intent.said ?? []), step, intent.complaint));
}

/** The text of a step called so wins over the item of a `foreach`. */
function valueNamed({ values }: Performance, unit: Unit, name: string): Value | undefined {
  const value = values.get(name);
  if (value !== undefined || unit.item === 0) return value;
  if (name === 'item') return values.itemOf(unit);
  return name === 'item_index' ? { text: String(unit.item) } : undefined;
}

async function relay(lines: AsyncIterable<string>, show: (line: string) => void): Promise<void> {
  for await (const line of lines) show(line);
}
