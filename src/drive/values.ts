import { environmentOutputs } from '../core/engine/environment.ts';
import type { RunEvent } from '../core/events/event.ts';
import { envKeyOf } from '../core/model/names.ts';
import { emptyValue, type Value } from '../core/model/value.ts';

/**
 * The values that a run has so far: its input and the last output of each step that ended well. A fold beside the engine's
 * state, which decides without them. Children of a group see, and add, nothing until the group has ended.
 */
export class Values {
  input: Value = emptyValue;
  private readonly outputs = new Map<string, Value>();
  private readonly idOfKey = new Map<string, string>();
  private recent: string[] = [];
  private staged: [string, Value][] = [];
  /** Outputs that no file holds yet; `ValueFiles` takes out what it has written. */
  readonly unwritten = new Map<string, Value>();

  apply(event: RunEvent): void {
    if (event.type === 'run.started') this.input = event.input;
    if (event.type !== 'step.finished') return;
    const { step, group, result } = event;
    if (group === null) {
      for (const [id, value] of this.staged.splice(0)) this.set(id, value);
    }
    if (!result.ok || result.output === null) return;
    if (group === null) this.set(step, result.output);
    else this.staged.push([step, result.output]);
  }

  /** `undefined` for a step that has not ended well yet. The name `input` is always the run's input. */
  get(name: string): Value | undefined {
    return name === 'input' ? this.input : this.outputs.get(name);
  }

  /** The outputs that a command gets to see, newest last: the recent ones and those whose key it names. */
  visibleTo(keys: ReadonlySet<string>): [string, Value][] {
    const ids = new Set<string>();
    for (const key of keys) {
      const id = this.idOfKey.get(key);
      if (id !== undefined) ids.add(id);
    }
    for (const id of this.recent) ids.add(id);
    return [...ids].map((id) => [id, this.outputs.get(id) as Value]);
  }

  private set(id: string, value: Value): void {
    const known = this.outputs.has(id);
    this.outputs.set(id, value);
    this.unwritten.set(id, value);
    this.idOfKey.set(envKeyOf(id), id);
    if (known) this.recent = this.recent.filter((other) => other !== id);
    this.recent.push(id);
    if (this.recent.length > environmentOutputs) this.recent.shift();
  }
}
