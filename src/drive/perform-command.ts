import { endLine } from '../core/engine/command-end.ts';
import { commandEnvironment, namedKeys } from '../core/engine/environment.ts';
import { findingsOf, looksAtOutput, noFindings } from '../core/engine/findings.ts';
import type { Intent, Outcome } from '../core/events/event.ts';
import type { CommandEnd, Findings } from '../core/events/event-parts.ts';
import type { Value } from '../core/model/value.ts';
import type { CommandStep, PromptStep } from '../core/workflow/workflow.ts';
import type { ShellOutcome } from '../ports/programs.ts';
import { closedOutput } from './closed-output.ts';
import type { Performance } from './performance.ts';

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
    attempt: intent.type === 'command.requested' ? intent.attempt : 1,
    runToken: state.settings.runToken,
    input: values.input,
    outputs,
    command,
    folder: files.folder,
  });
  const shell = await programs.shell({
    command,
    cwd: state.workspace.cwd,
    env: Object.assign(Object.create(null), performance.env, env),
    timeoutMs: state.settings.commandTimeoutMs,
    signal: performance.signal,
    scratch: performance.folder,
  });
  const looks = examined !== null && looksAtOutput(examined);
  const closed = await closedOutput(performance, shell, looks);
  if (!closed.ok) return failed(closed.failure.message);
  const { value, body } = closed.value;
  const findings = looks && body !== null ? examine(examined, shell, body) : noFindings;
  return { end: shell.end, output: value, cutBytes: shell.cutBytes, findings, durationMs: elapsedMs() };
}

const examine = (step: CommandStep | PromptStep, { end, trailingNewlines }: ShellOutcome, body: string): Findings =>
  findingsOf(step, body + '\n'.repeat(trailingNewlines), `${body}\n${endLine(end)}`);
