import { findingsOf } from '../core/engine/findings.ts';
import type { Intent } from '../core/events/event.ts';
import type { Findings } from '../core/events/event-parts.ts';
import type { Failure } from '../core/model/failure.ts';
import { ok, type Result } from '../core/model/result.ts';
import type { Value } from '../core/model/value.ts';
import { itemsOf } from '../core/workflow/texts/items.ts';
import { isRunStep } from '../core/workflow/workflow.ts';
import { textOf, valueOf } from '../journaling/value-store.ts';
import type { Performance } from './performance.ts';

/** The items of a `foreach`, each as a value of its own. */
export async function performItems(performance: Performance, intent: Intent): Promise<Result<Value[], Failure>> {
  const { procedure, blobs, values } = performance;
  const step = procedure.stepOf(intent.step);
  const foreach = isRunStep(step) ? step.foreach : null;
  if (foreach === null) throw new Error(`the step "${step.id}" has no items`);
  const listed = 'list' in foreach.items ? ok(foreach.items.list) : await listedBy(performance, values.get(foreach.items.from));
  if (!listed.ok) return listed;
  const items: Value[] = [];
  for (const text of listed.value) {
    const item = await valueOf(blobs, Buffer.from(text));
    if (!item.ok) return item;
    items.push(item.value);
  }
  return ok(items);
}

async function listedBy({ blobs }: Performance, value: Value | undefined): Promise<Result<readonly string[], Failure>> {
  if (value === undefined) return ok([]);
  const text = await textOf(blobs, value);
  return text.ok ? ok(itemsOf(text.value)) : text;
}

/** One JSON list of the outputs of all items, in their order; null for one that failed. */
export async function performGather(
  performance: Performance,
  intent: Intent,
): Promise<Result<{ readonly output: Value; readonly findings: Findings }, Failure>> {
  const { procedure, blobs, values } = performance;
  const texts: (string | null)[] = [];
  for (const output of values.outputsOfItems(intent.step)) {
    const text = output === null ? ok(null) : await textOf(blobs, output);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  const whole = JSON.stringify(texts);
  const output = await valueOf(blobs, Buffer.from(whole));
  return output.ok ? ok({ output: output.value, findings: findingsOf(procedure.stepOf(intent.step), whole, whole) }) : output;
}
