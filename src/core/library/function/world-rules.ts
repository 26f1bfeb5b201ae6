import { shown } from '../../model/shown-text.ts';
import type { CodeFacts } from './code-facts.ts';
import type { Report } from './report.ts';

const time = 'use await ctx.clock.now(), milliseconds since 1970, and new Date(thatNumber)';
const chance = 'use await ctx.random()';
const wait = 'use await ctx.clock.sleep(ms)';
const web = 'use ctx.http.get(url), ctx.http.post(url, …)';
const itself = 'name what you need itself; what is not the language comes from input or ctx';

const instead: ReadonlyMap<string, string> = new Map([
  ...['Date.now', 'Date()', 'new Date()', 'performance', 'Temporal'].map((name) => [name, time] as const),
  ...['Math.random', 'crypto'].map((name) => [name, chance] as const),
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => [name, wait] as const),
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'].map((name) => [name, web] as const),
  ...['globalThis', 'window', 'self', 'global'].map((name) => [name, itself] as const),
  ['process', 'take settings as input, secrets from ctx.secret(name), and run programs by ctx.sh(command)'],
  ['require', 'import a package at the top, from an environment; reach files and the web by ctx'],
  ['Buffer', 'use Uint8Array, TextEncoder, TextDecoder, atob and btoa'],
]);

/** Nothing of the world past `ctx`: what a run did could not be replayed, nor be kept from happening twice. */
export function worldRules({ ambient, dynamicCode }: CodeFacts, report: Report): void {
  for (const { name, at } of ambient)
    report(
      'function/ambient',
      at,
      `${shown(name)} reaches past ctx`,
      instead.get(name) ?? 'it is not declared here: declare it, or take it from input or ctx',
    );
  for (const { name, at } of dynamicCode)
    report(
      'function/dynamic-code',
      at,
      `${shown(name)} makes code of a text, which nobody has checked`,
      'write the code itself, or a table of functions',
    );
}
