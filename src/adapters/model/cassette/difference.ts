import type { Json } from '../../../core/model/json.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';

/** The first place at which two values differ, as code would write it, and what stands there in each. */
export interface Difference {
  readonly path: string;
  readonly recorded: string;
  readonly asked: string;
}

/** As much of each side is shown, around the character at which texts part. */
const shownChars = 60;

/** null where they are equal. Maps are gone through in the order of the recorded one. */
export function firstDifference(recorded: Json | undefined, asked: Json | undefined, path = ''): Difference | null {
  if (Array.isArray(recorded) && Array.isArray(asked)) {
    for (let at = 0; at < Math.max(recorded.length, asked.length); at++) {
      const found = firstDifference(recorded[at], asked[at], `${path}[${at}]`);
      if (found !== null) return found;
    }
    return null;
  }
  const [one, other] = [recordOf(recorded), recordOf(asked)] as [Fields | null, Fields | null];
  if (one !== null && other !== null) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = firstDifference(own(one, key), own(other, key), path === '' ? key : `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return recorded === asked ? null : { path, ...excerpts(textOf(recorded), textOf(asked)) };
}

/** How far two requests go together: the more, the nearer. Counts what is equal, member by member and item by item. */
export function nearness(recorded: Json | undefined, asked: Json | undefined): number {
  if (Array.isArray(recorded) && Array.isArray(asked)) return recorded.reduce((sum, each, at) => sum + nearness(each, asked[at]), 0);
  const [one, other] = [recordOf(recorded), recordOf(asked)] as [Fields | null, Fields | null];
  if (one !== null && other !== null) return Object.keys(one).reduce((sum, key) => sum + nearness(one[key], own(other, key)), 0);
  if (typeof recorded === 'string' && typeof asked === 'string')
    return (commonStart(recorded, asked) + 1) / (Math.max(recorded.length, asked.length) + 1);
  return recorded === asked ? 1 : 0;
}

type Fields = { readonly [key: string]: Json };

const own = (fields: Fields, key: string): Json | undefined => (Object.hasOwn(fields, key) ? fields[key] : undefined);

const textOf = (value: Json | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value));

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

function excerpts(one: string, other: string): { recorded: string; asked: string } {
  const from = Math.max(0, commonStart(one, other) - shownChars / 3);
  const cut = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + shownChars)}${text.length > from + shownChars ? '…' : ''}`;
  return { recorded: cut(one), asked: cut(other) };
}
