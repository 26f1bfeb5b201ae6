import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { recordedCells } from '../recorded-cells.ts';

/** A run of a stored function by itself, as an act's journal has it. */
export interface RecordedExecution {
  readonly op: number;
  readonly input: Json;
  /** null = its text is cut in the journal, so what it gave is not known to the byte. */
  readonly gave: { readonly output: Json } | null;
  readonly atMs: number;
}

/** Those of a function that ended well: the act was one of it, a step ran it, or a model did so by `execute_function`. */
export async function recordedExecutions(
  blobs: Blobs,
  history: readonly StoredEvent[],
  name: string,
): Promise<Result<readonly RecordedExecution[], Failure>> {
  const cells = await recordedCells(blobs, history);
  if (!cells.ok) return cells;
  const executions: RecordedExecution[] = [];
  for (const { op, name: called, input, requestedAtMs, output, isError } of cells.value.cells) {
    if (called !== name || input === null || isError) continue;
    executions.push({ op, input: JSON.parse(input), gave: gaveIn(output.text), atMs: requestedAtMs });
  }
  return ok(executions);
}

/** As `cellText` writes it. */
function gaveIn(text: string): RecordedExecution['gave'] {
  const [, json] = /^result: (.*)$/m.exec(text.split('\n', 1)[0] as string) ?? [];
  try {
    return json === undefined ? null : { output: JSON.parse(json) };
  } catch {
    return null;
  }
}
