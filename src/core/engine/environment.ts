import { envKeyOf } from '../model/names.ts';
import { inlineLimitBytes, type Value } from '../model/value.ts';

/**
 * So many outputs at most go by environment unless the command names them: a run of 10 000 steps costs each step the same. Each
 * is three variables, which Node, the kernel and the shell copy: of a step's processor time 256 outputs took 0.9 ms in Node alone, 64 took 0.13.
 */
export const environmentOutputs = 32;

/**
 * All values together, names and twins included, but for the letters outside ASCII in paths and ids: Linux refuses a program
 * whose arguments and environment pass about 2 MiB, so there is room.
 */
export const environmentLimitBytes = 1024 * 1024;

/**
 * A step's output with the names that commands read it by. They are made once: anew for each command that saw it, with V8's look for each
 * in its table of names, they took 0.1 ms of a step.
 */
export interface VisibleOutput {
  readonly key: string;
  readonly value: Value;
  readonly variable: string;
  readonly twin: string;
  readonly fileVariable: string;
}

/** The output of the step `id`, as later commands see it. */
export function visibleOutput(id: string, value: Value): VisibleOutput {
  const key = envKeyOf(id);
  return { key, value, variable: `PAWL_OUT_${key}`, twin: `DEVKIT_OUT_${key}`, fileVariable: `PAWL_OUT_${key}_FILE` };
}

export interface EnvironmentRequest {
  readonly run: string;
  readonly step: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly runToken: string;
  readonly input: Value;
  /** What a `foreach` step works on now, its place in the list from 1, and the file that it lies in; null elsewhere. */
  readonly item: { readonly value: Value; readonly index: number; readonly file: string } | null;
  /** The outputs that exist, newest last: the recent ones, and any that `command` names. */
  readonly outputs: readonly VisibleOutput[];
  readonly command: string;
  /** Where the value files lie; an output's is `<folder>/OUT_<KEY>`, the input's `<folder>/INPUT`. */
  readonly folder: string;
}

/**
 * The variables that a command or gate reads its values from, over those of `around`. A value that is a blob (over 96 KiB, or no UTF-8)
 * or holds a NUL comes by file only; so do, beyond the limits, the oldest ones that the command does not name.
 */
export function commandEnvironment(
  request: EnvironmentRequest,
  ...around: readonly Readonly<Record<string, string>>[]
): Record<string, string> {
  const { folder } = request;
  const own = {
    PAWL_RUN_ID: request.run,
    PAWL_RUN_TOKEN: request.runToken,
    PAWL_STEP: request.step,
    PAWL_ITERATION: String(request.iteration),
    PAWL_ATTEMPT: String(request.attempt),
    PAWL_VALUES_DIR: folder,
    PAWL_INPUT_FILE: `${folder}/INPUT`,
  };
  // Without a prototype V8 keeps it as a hash table. As an ordinary object every step's new names made a new chain of hidden
  // classes: 1 to 2 ms a step, the collector's part included.
  const env: Record<string, string> = Object.assign(Object.create(null), ...around, own);
  let bytes = Object.entries(own).reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0);
  const inputText = byEnvironment(request.input);
  if (inputText !== null) {
    bytes += costOf('', inputText);
    env.PAWL_INPUT = inputText;
    env.DEVKIT_INPUT = inputText;
  }
  if (request.item !== null) {
    env.PAWL_ITEM_INDEX = String(request.item.index);
    const text = byEnvironment(request.item.value);
    env.PAWL_ITEM_FILE = request.item.file;
    if (text !== null) {
      bytes += costOf('', text);
      env.PAWL_ITEM = text;
    }
  }
  const named = namedKeys(request.command);
  const byPriority = [...request.outputs].reverse();
  if (named.size > 0) byPriority.sort((a, b) => Number(named.has(b.key)) - Number(named.has(a.key)));
  for (const { key, value, variable, twin, fileVariable } of byPriority) {
    const file = `${folder}/OUT_${key}`;
    bytes += key.length + file.length + 20;
    if (bytes > environmentLimitBytes) break;
    env[fileVariable] = file;
    const text = byEnvironment(value);
    if (text === null) continue;
    const cost = costOf(key, text);
    if (bytes + cost > environmentLimitBytes) continue;
    bytes += cost;
    env[variable] = text;
    env[twin] = text;
  }
  return env;
}

/**
 * At most so many bytes a value and its twin take, names included. Three bytes a UTF-16 unit is the most that UTF-8 takes, and
 * what is inline is no longer than its limit; counting exactly would cost a pass over every value.
 */
const costOf = (key: string, text: string): number => 2 * (Math.min(3 * text.length, inlineLimitBytes) + key.length + 16);

const byEnvironment = (value: Value): string | null => ('text' in value && !value.text.includes('\0') ? value.text : null);

/** The keys of the outputs that a shell text names. */
export function namedKeys(command: string): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const match of command.matchAll(/(?:PAWL|DEVKIT)_OUT_([A-Za-z0-9_]+)/g)) {
    const key = match[1] as string;
    keys.add(key);
    if (key.endsWith('_FILE')) keys.add(key.slice(0, -'_FILE'.length));
  }
  return keys;
}
