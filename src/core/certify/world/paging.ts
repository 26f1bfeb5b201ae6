import type { Json } from '../../model/json.ts';
import { isObject } from './unfolded.ts';

/** How a list is asked for piece by piece: by the number of the page, by how many to leave out, or by what the last answer said comes next. */
export interface Paging {
  readonly style: 'page' | 'offset' | 'cursor';
  /** The part of the query that says which piece. */
  readonly key: string;
  /** The part that says how many; null = none. */
  readonly sizeKey: string | null;
  /** How many a piece has where the query does not say; null = no recording tells. */
  readonly size: number | null;
  /** Where the rows are in an answer, and what says which piece comes next (`cursor`). */
  readonly rows: readonly string[];
  readonly next: readonly string[] | null;
  /** What asks for the first piece; null = a query without the key. */
  readonly first: string | null;
}

const pageKeys = /^(?:page|page_?no|page_?number|p)$/i;
const offsetKeys = /^(?:offset|skip|start|from)$/i;
const cursorKeys = /^(?:cursor|after|next|token|page_?token|continuation|continuation_?token|start_?after|marker)$/i;
const sizeKeys = /^(?:per_?page|page_?size|limit|size|count|max|max_?results|first)$/i;
const nextNames = /next|cursor|token|marker|continuation|after/i;

export interface Address {
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
}

/** An address that is asked for piece by piece, taken apart; null = this text is none. */
export function pagedAddress(text: string): { readonly base: string; readonly style: Paging['style']; readonly key: string } | null {
  const { path, query } = addressOf(text);
  for (const [style, keys] of [
    ['page', pageKeys],
    ['cursor', cursorKeys],
    ['offset', offsetKeys],
  ] as const) {
    const found = query.find(([key]) => keys.test(key));
    if (found) return { base: withoutPiece(path, query), style, key: found[0] };
  }
  return null;
}

/** The address without what says which piece, and how large. */
export function listAddress(text: string): string {
  const { path, query } = addressOf(text);
  return withoutPiece(path, query);
}

const withoutPiece = (path: string, query: Address['query']): string =>
  [
    path,
    ...query.filter(([key]) => ![pageKeys, cursorKeys, offsetKeys, sizeKeys].some((keys) => keys.test(key))).map((pair) => pair.join('=')),
  ].join('?');

export function addressOf(text: string): Address {
  const at = text.indexOf('?');
  const query = at < 0 ? '' : text.slice(at + 1);
  return {
    path: at < 0 ? text : text.slice(0, at),
    query: query
      .split('&')
      .filter((each) => each !== '')
      .map((each) => {
        const [key = '', value = ''] = each.split('=', 2);
        return [key, value] as const;
      }),
  };
}

export const queried = (text: string, key: string): string | null => addressOf(text).query.find(([name]) => name === key)?.[1] ?? null;

/** How the pieces of one list, in the order in which they were asked for, hang together; null where they are no list. */
export function pagingOf(pieces: readonly { readonly address: string; readonly answer: Json }[]): Paging | null {
  const first = pieces[0];
  const asked = first && pagedAddress(first.address);
  if (!first || !asked) return null;
  const rows = rowsPath(first.answer);
  if (rows === null) return null;
  // A piece without the list belongs to something else, such as an error that was answered.
  if (!pieces.every(({ answer }) => Array.isArray(at(answer, rows)))) return null;
  const next = asked.style === 'cursor' ? nextPath(first.answer) : null;
  if (asked.style === 'cursor' && next === null) return null;
  const lengths = pieces.slice(0, -1).map(({ answer }) => (at(answer, rows) as readonly Json[]).length);
  const sizeKey = addressOf(first.address).query.find(([key]) => sizeKeys.test(key))?.[0] ?? null;
  return {
    style: asked.style,
    key: asked.key,
    sizeKey,
    size: lengths.length > 0 ? Math.max(...lengths) : null,
    rows,
    next,
    first: queried(first.address, asked.key),
  };
}

/** Where in an answer the one list is, at most two levels down. */
function rowsPath(answer: Json): readonly string[] | null {
  if (Array.isArray(answer)) return [];
  if (!isObject(answer)) return null;
  for (const [key, inner] of Object.entries(answer)) if (Array.isArray(inner)) return [key];
  for (const [key, inner] of Object.entries(answer)) {
    const found = isObject(inner) ? rowsPath(inner) : null;
    if (found) return [key, ...found];
  }
  return null;
}

function nextPath(answer: Json): readonly string[] | null {
  if (!isObject(answer)) return null;
  for (const [key, inner] of Object.entries(answer)) {
    if (nextNames.test(key) && (inner === null || typeof inner === 'string' || typeof inner === 'number')) return [key];
    const found = nextPath(inner);
    if (found) return [key, ...found];
  }
  return null;
}

export const at = (value: Json, path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (here, step) => (typeof here === 'object' && here !== null ? (here as { readonly [key: string]: Json })[step] : undefined),
    value,
  );

/** One piece of a list, as the other side would give it. `envelope`: an answer to put it into. */
export function piece(rows: readonly Json[], envelope: Json, paging: Paging, address: string): Json {
  const asked = queried(address, paging.key);
  const said = paging.sizeKey === null ? null : queried(address, paging.sizeKey);
  const size = Math.max(1, said === null ? (paging.size ?? Math.max(rows.length, 1)) : Number(said) || 1);
  const from = startOf(paging, asked, size);
  const some = rows.slice(from, from + size);
  const whole = withAt(envelope, paging.rows, some);
  if (paging.next === null) return whole;
  return withAt(whole, paging.next, from + size < rows.length ? String(from + size) : null);
}

function startOf({ style, first }: Paging, asked: string | null, size: number): number {
  if (asked === null || asked === first) return 0;
  const number = Number.parseInt(asked, 10);
  if (Number.isNaN(number)) return 0;
  if (style !== 'page') return Math.max(0, number);
  return Math.max(0, number - (Number.parseInt(first ?? '1', 10) || 0)) * size;
}

export function withAt(value: Json, path: readonly (string | number)[], inner: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each, index) => (index === step ? withAt(each, rest, inner) : each));
  const object = isObject(value) ? value : {};
  return { ...object, [step]: withAt(object[step] ?? null, rest, inner) };
}
