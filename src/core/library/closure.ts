import { canonicalText } from '../model/canonical-json.ts';
import { digestOf } from '../model/digest.ts';
import type { EffectClass } from '../model/effect-class.ts';
import { type FunctionEntry, type FunctionVersion, newest } from './entries/library-entry.ts';
import type { LibraryView } from './entries/library-view.ts';

/** A function with all that it reaches: what a run needs of it, and what it pins. */
export interface Closure {
  /** Of normalised sources and locks: formatting does not change it, a change of anything that is reached does. */
  readonly digest: string;
  readonly effectClass: EffectClass;
  /** The function itself first, the others by name. */
  readonly functions: readonly FunctionVersion[];
  readonly environments: readonly { readonly name: string; readonly version: number; readonly lockDigest: string }[];
  /** Names that it reaches and that the library does not have: functions of folders, or what is gone. */
  readonly missing: readonly string[];
}

/** Circles are fine: each function is visited once. */
export function closureOf(view: LibraryView, entry: FunctionEntry): Closure {
  const found = new Map<string, FunctionVersion>();
  const missing = new Set<string>();
  const waiting = [...newest(entry).dependsOn];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === entry.name || found.has(name) || missing.has(name)) continue;
    const callee = view.living(name);
    if (callee === null) {
      missing.add(name);
      continue;
    }
    found.set(name, newest(callee));
    waiting.push(...newest(callee).dependsOn);
  }
  const reached = [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const functions = [newest(entry), ...reached];
  const environments = environmentsOf(view, functions);
  const parts = {
    functions: functions.map(({ name, codeDigest, environment }) => ({ name, codeDigest, environment })),
    environments: environments.map(({ name, lockDigest }) => ({ name, lockDigest })),
    missing: [...missing].sort(),
  };
  return { digest: digestOf(canonicalText(parts)), effectClass: entry.effectClass, functions, environments, missing: parts.missing };
}

function environmentsOf(view: LibraryView, functions: readonly FunctionVersion[]): Closure['environments'] {
  const names = new Set(functions.flatMap(({ environment }) => environment ?? []));
  return [...names].sort().flatMap((name) => {
    const entry = view.environmentOf(name);
    return entry === null ? [] : [{ name, version: entry.version, lockDigest: digestOf(`${entry.manifest}\n${entry.lock}`) }];
  });
}
