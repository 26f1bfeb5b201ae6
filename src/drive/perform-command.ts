import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { endLine } from '../core/engine/command-end.ts';
import { commandEnvironment, namedKeys } from '../core/engine/environment.ts';
import { findingsOf, looksAtOutput, noFindings } from '../core/engine/findings.ts';
import type { Intent, Outcome } from '../core/events/event.ts';
import type { CommandEnd, Findings } from '../core/events/facts.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import { inlineLimitBytes, type Value } from '../core/model/value.ts';
import type { CommandStep, PromptStep } from '../core/workflow/workflow.ts';
import type { ShellOutcome } from '../ports/programs.ts';
import type { Performance } from './performance.ts';
import { valueOf } from './value-store.ts';

/** Runs a command step. */
export async function performCommand(performance: Performance, intent: Extract<Intent, { type: 'command.requested' }>): Promise<Outcome> {
  const step = performance.procedure.stepOf(intent.step);
  if (step.kind !== 'command') throw new Error(`the step "${step.id}" is no command`);
  const ran = await runShell(performance, intent, step.command, step);
  return { type: 'command.ended', op: intent.op, ...ran };
}

/** Runs a loop's gate. */
export async function performGate(performance: Performance, intent: Extract<Intent, { type: 'gate.requested' }>): Promise<Outcome> {
  const step = performance.procedure.stepOf(intent.step);
  const gate = step.kind === 'prompt' ? (step.loop?.gate ?? null) : null;
  if (gate === null) throw new Error(`the step "${step.id}" has no gate`);
  const { findings: _, ...ran } = await runShell(performance, intent, gate, null);
  return { type: 'gate.ended', op: intent.op, ...ran };
}

interface Ran {
  readonly end: CommandEnd;
  readonly output: Value;
  readonly cutBytes: number;
  readonly findings: Findings;
  readonly durationMs: number;
}

/** `examined`: the step whose checks look at the output; null for a gate, whose exit code says all. */
async function runShell(
  performance: Performance,
  intent: Intent,
  command: string,
  examined: CommandStep | PromptStep | null,
): Promise<Ran> {
  const { programs, clock, state, values, files, place } = performance;
  const startedMs = clock.monotonicMs();
  const elapsedMs = () => Math.max(0, Math.round(clock.monotonicMs() - startedMs));
  const failed = (message: string): Ran => {
    const end: CommandEnd = { kind: 'failed', failure: { kind: 'io', message } };
    return { end, output: { text: message }, cutBytes: 0, findings: noFindings, durationMs: elapsedMs() };
  };
  const outputs = values.visibleTo(namedKeys(command));
  try {
    await files.write(values);
  } catch (error) {
    return failed(`the values could not be written to ${files.folder}: ${String((error as Error).message)}`);
  }
  const env = commandEnvironment({
    run: place.run,
    step: intent.step,
    iteration: intent.iteration,
    attempt: 1,
    runToken: state.settings.runToken,
    input: values.input,
    outputs,
    command,
    folder: files.folder,
  });
  const shell = await programs.shell({
    command,
    cwd: state.workspace.cwd,
    env: { ...performance.env, ...env },
    timeoutMs: state.settings.commandTimeoutMs,
    signal: performance.signal,
    scratch: performance.folder,
  });
  const output = await closedOutput(performance, shell);
  if (!output.ok) return failed(output.failure.message);
  const findings = examined === null ? noFindings : await examine(examined, shell, output.value.text);
  return { end: shell.end, output: output.value.value, cutBytes: shell.cutBytes, findings, durationMs: elapsedMs() };
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** The output with its last line, as a value; `text` reads it back only when asked. */
async function closedOutput(
  performance: Performance,
  { output, end, cutBytes }: ShellOutcome,
): Promise<Result<{ value: Value; text: () => Promise<string> }, Failure>> {
  const cut = cutBytes > 0 ? `\n[${cutBytes} more bytes of output were not kept]` : '';
  const closing = Buffer.from(`${cut}\n${endLine(end)}`);
  if (!('file' in output) || output.bytes <= inlineLimitBytes - closing.length) {
    const body = 'file' in output ? await readFile(output.file) : output.bytes;
    const whole = Buffer.concat([body, closing]);
    const value = await valueOf(performance.blobs, whole);
    return value.ok ? ok({ value: value.value, text: async () => lenient.decode(body) }) : value;
  }
  await mkdir(performance.folder, { recursive: true });
  await appendFile(output.file, closing);
  const bytes = output.bytes + closing.length;
  const adopted = await performance.blobs.adopt(output.file);
  if (!adopted.ok) return adopted;
  const digest = adopted.value;
  const text = async () => {
    const stored = await performance.blobs.get(digest);
    if (!stored.ok) throw new Error(stored.failure.message);
    return lenient.decode(stored.value.subarray(0, output.bytes));
  };
  return ok({ value: { blob: digest, bytes }, text });
}

async function examine(step: CommandStep | PromptStep, shell: ShellOutcome, text: () => Promise<string>): Promise<Findings> {
  if (!looksAtOutput(step)) return noFindings;
  const body = await text();
  return findingsOf(step, body + '\n'.repeat(shell.trailingNewlines), `${body}\n${endLine(shell.end)}`);
}
