import { type EffectClass, graver } from '../model/effect-class.ts';
import { type FunctionEntry, newest } from './entries/library-entry.ts';
import type { LibraryView } from './entries/library-view.ts';

/** What a function is by itself: its primitives, and what it was raised to. */
const floorOf = (entry: FunctionEntry): EffectClass => graver(newest(entry).ownEffectClass, entry.raisedTo ?? 'pure');

/** What analysis finds of a function: the gravest of all that it reaches, whatever it was raised to itself. */
export function classWithoutOwnRaise(view: LibraryView, entry: FunctionEntry): EffectClass {
  let found = newest(entry).ownEffectClass;
  const seen = new Set([entry.id]);
  const waiting = [...newest(entry).dependsOn];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const callee = view.living(name);
    if (callee === null || seen.has(callee.id)) continue;
    seen.add(callee.id);
    found = graver(found, floorOf(callee));
    waiting.push(...newest(callee).dependsOn);
  }
  return found;
}

/**
 * The classes that these functions and all that reach them come to, by id: the least ones that are no milder than each one's own and
 * than those that it calls. Functions that call each other in a circle share the gravest. One that calls what is gone keeps its class.
 */
export function classesFrom(view: LibraryView, seeds: readonly FunctionEntry[]): ReadonlyMap<string, EffectClass> {
  const affected = new Map<string, FunctionEntry>();
  const waiting = [...seeds];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    if (affected.has(entry.id)) continue;
    affected.set(entry.id, entry);
    waiting.push(...view.callersOf(entry.name));
  }
  const living = [...affected.values()].filter(({ isDeleted }) => !isDeleted);
  const classes = new Map(living.map((entry) => [entry.id, callsWhatIsGone(view, entry) ? entry.effectClass : floorOf(entry)]));
  const due = [...living];
  for (let entry = due.pop(); entry !== undefined; entry = due.pop()) {
    const before = classes.get(entry.id) as EffectClass;
    let found = before;
    for (const callee of calleesOf(view, entry)) found = graver(found, classes.get(callee.id) ?? callee.effectClass);
    if (found === before) continue;
    classes.set(entry.id, found);
    due.push(...view.callersOf(entry.name));
  }
  return classes;
}

const calleesOf = (view: LibraryView, entry: FunctionEntry): readonly FunctionEntry[] =>
  newest(entry).dependsOn.flatMap((name) => view.living(name) ?? []);

/** Whether it calls a function that was stored and lives no more. */
const callsWhatIsGone = (view: LibraryView, entry: FunctionEntry): boolean =>
  newest(entry).dependsOn.some((name) => view.living(name) === null && view.named(name).length > 0);
