import { runInNewContext } from 'node:vm';

/** What code finds besides the standard objects of JavaScript. Timers, `crypto` and the like are put there by those who make them. */
const more = [
  'AbortController',
  'AbortSignal',
  'DOMException',
  'Event',
  'EventTarget',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'structuredClone',
];

/** Standard, but a way out of the session's own time: threads, memory shared with them, what the collector tells. */
const without = ['Atomics', 'FinalizationRegistry', 'SharedArrayBuffer', 'WebAssembly', 'WeakRef', 'console'];

/**
 * Takes from the global object all that is not JavaScript's own, or in the list above: `process`, `require`, `fetch` and whatever a later
 * Node brings. What is standard is asked of a fresh context, so that it is what this V8 has.
 */
export function pruneGlobals(): void {
  const kept = new Set([...(runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]), ...more]);
  for (const name of without) kept.delete(name);
  for (const key of Reflect.ownKeys(globalThis)) {
    if (typeof key === 'string' && !kept.has(key)) Reflect.deleteProperty(globalThis, key);
  }
  for (const name of more) define(name, (globalThis as Record<string, unknown>)[name]);
  Object.defineProperty(URL, 'createObjectURL', { value: undefined });
}

/** A global that code may set or declare anew. Not enumerable: those that are, are the code's own. */
export function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Its own variables, in the order in which they came. */
export const variableNames = (): string[] => Object.keys(globalThis);
