import { deserialize, serialize } from 'node:v8';
import type { Variable } from '../../../../ports/sandbox.ts';
import { define, variableNames } from './global-names.ts';
import { shownValue } from './shown-value.ts';

const { from } = Buffer;

/** Copies travel in a frame, as base64 and beside each other. */
const mostCopiedBytes = 11 * 1024 * 1024;

const valueOf = (name: string): unknown => (globalThis as Record<string, unknown>)[name];

export const variables = (): Variable[] =>
  variableNames().map((name) => ({ name, shown: shownValue(valueOf(name), 120).replace(/\s*\n\s*/g, ' ') }));

/** All variables that can be copied, as one graph, so that what two of them share they share in the copy too; and the names of the rest. */
export function copiedVariables(): { data: string; absent: string[] } {
  const absent: string[] = [];
  const copied: [string, unknown][] = [];
  let bytes = 0;
  for (const name of variableNames()) {
    const size = copySize(valueOf(name));
    if (size === null || bytes + size > mostCopiedBytes) absent.push(name);
    else {
      bytes += size;
      copied.push([name, valueOf(name)]);
    }
  }
  return { data: serialize(copied).toString('base64'), absent };
}

function copySize(value: unknown): number | null {
  try {
    return serialize(value).length;
  } catch {
    return null;
  }
}

export function pasteVariables(data: string): void {
  for (const [name, value] of deserialize(from(data, 'base64')) as [string, unknown][]) {
    define(name, value);
    Object.defineProperty(globalThis, name, { enumerable: true });
  }
}
