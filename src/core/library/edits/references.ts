import type { FunctionEntry, GuidanceEntry } from '../entries/library-entry.ts';
import type { LibraryView } from '../entries/library-view.ts';
import { namesText, titleText } from './deciding.ts';

/** What living things refer to functions, besides those functions themselves. */
export interface References {
  readonly callers: readonly FunctionEntry[];
  readonly guidance: readonly GuidanceEntry[];
}

/** Direct ones, of a group that is to go together. */
export function referencesTo(view: LibraryView, group: readonly FunctionEntry[]): References {
  const own = new Set(group.map(({ id }) => id));
  const callers = new Map<string, FunctionEntry>();
  const guidance = new Map<string, GuidanceEntry>();
  for (const { id, name } of group) {
    for (const caller of view.callersOf(name)) if (!own.has(caller.id)) callers.set(caller.id, caller);
    for (const each of view.guidanceAbout(id)) guidance.set(each.id, each);
  }
  return { callers: [...callers.values()], guidance: [...guidance.values()] };
}

/** All that cannot stay without a function: who calls it, who calls those, and guidance that names any of them. */
export function allReferencesTo(view: LibraryView, entry: FunctionEntry): References {
  const callers = new Map<string, FunctionEntry>();
  const waiting = [...view.callersOf(entry.name)];
  for (let caller = waiting.pop(); caller !== undefined; caller = waiting.pop()) {
    if (caller.id === entry.id || callers.has(caller.id)) continue;
    callers.set(caller.id, caller);
    waiting.push(...view.callersOf(caller.name));
  }
  return { callers: [...callers.values()], guidance: referencesTo(view, [entry, ...callers.values()]).guidance };
}

/** As a sentence has them: "the functions a, b and the guidance "c"". */
export function referencesText({ callers, guidance }: References): string {
  const parts: string[] = [];
  if (callers.length > 0) parts.push(`the function${callers.length === 1 ? '' : 's'} ${namesText(callers.map(({ name }) => name))}`);
  if (guidance.length > 0) parts.push(`the guidance ${namesText(guidance.map(({ title }) => titleText(title)))}`);
  return parts.join(' and ');
}
