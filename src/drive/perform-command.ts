import { endLine } from '../core/engine/command-end.ts';
import { commandEnvironment, type EnvironmentRequest, namedKeys } from '../core/engine/environment.ts';
import { findingsOf, lastNumber, looksAtOutput, noFindings } from '../core/engine/findings.ts';
import type { Intent, Outcome } from '../core/events/event.ts';
import type { CommandEnd, Findings } from '../core/events/event-parts.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import type { CommandStep, PromptStep } from '../core/workflow/workflow.ts';
import type { ShellOutcome } from '../ports/programs.ts';
import { closedOutput } from './closed-output.ts';
import { type Performance, treeOf } from './performance.ts';
import { secretVariables } from './run-secrets.ts';

/** Runs a command step. */
export async function performCommand(performance: Performance, intent: Extract<Intent, { type: 'command.requested' }>): Promise<Outcome> {
  const step = performance.procedure.stepOf(intent.step);
  if (step.kind !== 'command') throw new Error(`the step "${step.id}" is no command`);
  const run = await runShell(performance, intent, step.command, step, looksAtOutput(step));
  if (!run.ok) return { type: 'workspace.failed', op: intent.op, failure: run.failure };
  const { body: _, ...ran } = run.value;
  return { type: 'command.ended', op: intent.op, ...ran };
}

/** Runs a loop's gate. */
export async function performGate(performance: Performance, intent: Extract<Intent, { type: 'gate.requested' }>): Promise<Outcome> {
  const step = performance.procedure.stepOf(intent.step);
  const gate = step.kind === 'prompt' ? (step.loop?.gate ?? null) : null;
  if (step.kind !== 'prompt' || gate === null) throw new Error(`the step "${step.id}" has no gate`);
  const run = await runShell(performance, intent, gate.command, step, gate.measure !== null);
  if (!run.ok) return { type: 'workspace.failed', op: intent.op, failure: run.failure };
  const { findings: _, body, ...ran } = run.value;
  return { type: 'gate.ended', op: intent.op, ...ran, measured: gate.measure === null || body === null ? null : lastNumber(body) };
}

interface Ran {
  readonly end: CommandEnd;
  readonly output: Value;
  readonly cutBytes: number;
  readonly findings: Findings;
  /** What it printed, without secrets; null where nobody looks at it. */
  readonly body: string | null;
  readonly durationMs: number;
}

/** Fails only where the storage gave out: that is no end of the command, which runs again once there is room. */
async function runShell(
  performance: Performance,
  intent: Extract<Intent, { type: 'command.requested' | 'gate.requested' }>,
  command: string,
  step: CommandStep | PromptStep,
  looks: boolean,
): Promise<Result<Ran, Failure>> {
  const { programs, clock, state, values, files, place, secrets } = performance;
  const startedMs = clock.monotonicMs();
  const elapsedMs = () => Math.max(0, Math.round(clock.monotonicMs() - startedMs));
  const failed = (failure: Failure): Result<Ran, Failure> => {
    if (failure.outOfStorage) return fail(failure);
    const end: CommandEnd = { kind: 'failed', failure };
    return ok({ end, output: { text: failure.message }, cutBytes: 0, findings: noFindings, body: null, durationMs: elapsedMs() });
  };
  const outputs = values.visibleTo(namedKeys(command));
  const item = values.itemOf(intent);
  const written = await files.write(values, outputs);
  if (!written.ok) return failed(written.failure);
  const itemWritten = item === undefined ? ok(undefined) : await files.writeItem(intent, item);
  if (!itemWritten.ok) return failed(itemWritten.failure);
  const request: EnvironmentRequest = {
    run: place.run,
    step: intent.step,
    iteration: intent.iteration,
    attempt: intent.attempt,
    runToken: state.settings.runToken,
    input: values.input,
    item: item === undefined ? null : { value: item, index: intent.item, file: files.itemPathOf(intent) },
    outputs,
    command,
    folder: files.folder,
  };
  const shell = await programs.shell({
    command,
    cwd: (await treeOf(performance, intent)).cwd,
    env: commandEnvironment(request, performance.env, step.env, secretVariables(secrets, step)),
    timeoutMs: step.timeoutMs ?? state.settings.commandTimeoutMs,
    signal: performance.signal,
    scratch: performance.folder,
    onStarted: () => files.makePlace(intent.step),
    ...(secrets.redactor.idle ? {} : { filter: secrets.redactor.stream(), keepsRaw: looks }),
  });
  if (shell.end.kind === 'failed' && shell.end.failure.outOfStorage) return fail(shell.end.failure);
  const closed = await closedOutput(performance, shell, looks);
  if (!closed.ok) return failed({ ...closed.failure, kind: 'io' });
  const { value, body, raw } = closed.value;
  const findings = looks && body !== null ? examine(step, shell, raw ?? body, body) : noFindings;
  return ok({ end: shell.end, output: value, cutBytes: shell.cutBytes, findings, body, durationMs: elapsedMs() });
}

/** What a step asks of its output is asked of what it printed; what is said of it does not tell secrets. */
const examine = (step: CommandStep | PromptStep, { end, trailingNewlines }: ShellOutcome, printed: string, shown: string): Findings =>
  findingsOf(step, printed + '\n'.repeat(trailingNewlines), `${printed}\n${endLine(end)}`, shown);
