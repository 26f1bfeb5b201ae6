import { environmentOutputs, type VisibleOutput, visibleOutput } from '../core/engine/environment.ts';
import type { Unit } from '../core/events/event.ts';
import type { RunEvent } from '../core/events/run-event.ts';
import { emptyValue, type Value } from '../core/model/value.ts';

/**
 * The values that a run has so far: its input and the last output of each step that ended well. A fold beside the engine's
 * state, which decides without them. Children of a group see, and add, nothing until the group has ended.
 */
export class Values {
  input: Value = emptyValue;
  private readonly outputs = new Map<string, VisibleOutput>();
  private readonly idOfKey = new Map<string, string>();
  private recent: string[] = [];
  private staged: [string, Value][] = [];
  private readonly items = new Map<string, readonly Value[]>();
  private readonly itemOutputs = new Map<string, (Value | null)[]>();
  private readonly askedItems = new Map<number, string>();
  /** Outputs that no file holds yet; `ValueFiles` takes out what it has written. */
  readonly unwritten = new Map<string, Value>();

  apply(event: RunEvent): void {
    if (event.type === 'run.started') this.input = event.input;
    if (event.type === 'items.requested') this.askedItems.set(event.op, event.step);
    if (event.type === 'items.listed') this.listed(this.askedItems.get(event.op) as string, event.items);
    if (event.type !== 'step.finished') return;
    const { step, item, group, result } = event;
    if (item > 0) {
      const outputs = this.itemOutputs.get(step);
      if (outputs !== undefined) outputs[item - 1] = result.ok ? result.output : null;
      return;
    }
    if (group === null) {
      for (const [id, value] of this.staged.splice(0)) this.set(id, value);
    }
    if (!result.ok || result.output === null) return;
    if (group === null) this.set(step, result.output);
    else this.staged.push([step, result.output]);
  }

  /** `undefined` for a step that has not ended well yet. The name `input` is always the run's input. */
  get(name: string): Value | undefined {
    return name === 'input' ? this.input : this.outputs.get(name)?.value;
  }

  /** What a step works on now; `undefined` outside a `foreach`. */
  itemOf({ step, item }: Unit): Value | undefined {
    return this.items.get(step)?.[item - 1];
  }

  /** The outputs of all items of a step, in their order; null for one that failed or never ran. */
  outputsOfItems(step: string): readonly (Value | null)[] {
    return this.itemOutputs.get(step) ?? [];
  }

  private listed(step: string, items: readonly Value[]): void {
    this.items.set(step, items);
    this.itemOutputs.set(
      step,
      items.map(() => null),
    );
  }

  /** The outputs that a command gets to see, newest last: the recent ones and those whose key it names. */
  visibleTo(keys: ReadonlySet<string>): VisibleOutput[] {
    const ids = new Set<string>();
    for (const key of keys) {
      const id = this.idOfKey.get(key);
      if (id !== undefined) ids.add(id);
    }
    for (const id of this.recent) ids.add(id);
    return Array.from(ids, (id) => this.outputs.get(id) as VisibleOutput);
  }

  /** For when the files are gone: all outputs are to be written anew. */
  forgetWritten(): void {
    for (const [id, { value }] of this.outputs) this.unwritten.set(id, value);
  }

  private set(id: string, value: Value): void {
    const known = this.outputs.has(id);
    const output = visibleOutput(id, value);
    this.outputs.set(id, output);
    this.unwritten.set(id, value);
    this.idOfKey.set(output.key, id);
    if (known) this.recent = this.recent.filter((other) => other !== id);
    this.recent.push(id);
    if (this.recent.length > environmentOutputs) this.recent.shift();
  }
}

/** What a name in braces stands for. The text of a step called so wins over the item of a `foreach`. */
export function valueNamed(values: Values, unit: Unit, name: string): Value | undefined {
  const value = values.get(name);
  if (value !== undefined || unit.item === 0) return value;
  if (name === 'item') return values.itemOf(unit);
  return name === 'item_index' ? { text: String(unit.item) } : undefined;
}
