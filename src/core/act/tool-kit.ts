import type { ActSettings } from '../events/act-event.ts';
import type { ActState } from './act-state.ts';

/** The tools that an act can have, by name; which of them are offered depends on where it stands. */
export interface ToolKit {
  readonly names: readonly string[];
  /** Those that look into the library, where there is something in it: each is called once before the rest is offered. */
  readonly discovery: readonly string[];
}

/** Offered alone when the context is nearly used up. */
const compressing = ['store_skills', 'compress_context'];

/** So much of the context may be used before it has to be compressed. */
const fullAt = 0.7;

export const isNearlyFull = ({ contextTokens }: ActState, settings: ActSettings): boolean =>
  contextTokens >= settings.contextTokens * fullAt;

/** The tools that the next turn offers, in the order of the kit. */
export function offeredTools({ names, discovery }: ToolKit, state: ActState, settings: ActSettings): readonly string[] {
  if (isNearlyFull(state, settings)) return names.filter((name) => compressing.includes(name));
  const undiscovered = discovery.filter((name) => !state.discovered.has(name));
  if (undiscovered.length > 0) return names.filter((name) => undiscovered.includes(name));
  return [
    ...names.filter((name) => name !== 'compress_context'),
    ...[...state.adopted.keys(), ...state.storage.keys()].flatMap(adoptedTools),
  ];
}

/** The tools for an act that goes on beside this one: to ask it, to tell it something, to end it. */
export const adoptedTools = (run: string): readonly [ask: string, interject: string, stop: string] => {
  const id = run.replaceAll('.', '_');
  return [`ask_${id}`, `interject_${id}`, `stop_${id}`];
};
