import { canonicalText } from '../../model/canonical-json.ts';
import type { EffectClass } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import { callKey } from '../call-key.ts';
import type { Answer, Cassette, RecordedCall } from '../cassette.ts';
import { recordedEffects } from './effect-of.ts';
import { oneKind } from './likeness.ts';
import { mapsIn, withMaps } from './maps.ts';
import { at, listAddress, type Paging, pagedAddress, pagingOf, piece } from './paging.ts';
import { type holds, type Row, selected, sqlStatement } from './sql.ts';
import { unfolded } from './unfolded.ts';

/** Something that a run read: an answer, a list that was read in pieces, or a table. What can be changed of a world is changed here. */
export interface Resource {
  /** The kind of call that reads it, one number over all recordings: `Material.kinds`. */
  readonly kind: number;
  readonly primitive: string;
  /** Of its first call; of a table its name. */
  readonly args: readonly Json[];
  readonly form: 'answer' | 'list' | 'table';
  /** What it holds, texts opened; of lists and tables the rows. */
  readonly tree: Json;
  /** It was thrown instead; null = not. */
  readonly error: string | null;
  readonly paging: Paging | null;
  /** An answer to put pieces of a list into. */
  readonly envelope: Json;
}

/** What is known of one recording. */
export interface Recorded {
  readonly cassette: Cassette;
  readonly resources: readonly Resource[];
  readonly nowMs: number | null;
  readonly draws: readonly number[];
}

export interface Material {
  readonly recorded: readonly Recorded[];
  /** The first call of each kind that was seen. */
  readonly kinds: readonly RecordedCall[];
  /** By the words of calls: `effect-of.ts`. */
  readonly effects: ReadonlyMap<string, EffectClass>;
}

/** What recordings tell of the world behind them. Whatever a simpler picture of it does not give back exactly is kept as it was answered. */
export function materialOf(cassettes: readonly Cassette[]): Material {
  const kinds: RecordedCall[] = [];
  const kindOf = (call: RecordedCall): number => {
    const found = kinds.findIndex((each) => sameKind(each, call));
    if (found >= 0) return found;
    kinds.push(call);
    return kinds.length - 1;
  };
  const sizes = new Map<number, number>();
  const recorded = cassettes.map((cassette) => {
    const resources = resourcesOf(cassette, kindOf);
    for (const { paging, kind } of resources) if (paging?.size) sizes.set(kind, Math.max(sizes.get(kind) ?? 0, paging.size));
    const answers = (primitive: string): Json[] =>
      cassette.calls.flatMap((call) => (call.primitive === primitive && call.answer.ok ? [call.answer.value] : []));
    return {
      cassette,
      resources,
      nowMs: (answers('clock.now')[0] as number | undefined) ?? null,
      draws: answers('random') as number[],
    };
  });
  const maps = mapsIn(recorded.flatMap(({ resources }) => resources));
  // One recording may have read a second piece, the others not.
  return {
    kinds,
    effects: recordedEffects(cassettes),
    recorded: recorded.map((each) => ({
      ...each,
      resources: each.resources.map((resource) => ({
        ...resource,
        tree: withMaps(resource.tree, maps, `${resource.kind} `),
        paging: resource.paging && { ...resource.paging, size: sizes.get(resource.kind) ?? null },
      })),
    })),
  };
}

/** Whether two calls ask for things of one kind. */
export function sameKind(one: Pick<RecordedCall, 'primitive' | 'args'>, other: Pick<RecordedCall, 'primitive' | 'args'>): boolean {
  if (one.primitive !== other.primitive) return false;
  const [a, b] = [one.args[0], other.args[0]];
  if (typeof a === 'string' && typeof b === 'string') return oneKind(listAddress(a), listAddress(b));
  return true;
}

/** Asked of what is no world to be changed: time, chance, secrets. */
const ambient = new Set(['clock.now', 'random', 'secret']);

function resourcesOf({ calls }: Cassette, kindOf: (call: RecordedCall) => number): readonly Resource[] {
  const reads = calls.filter(({ primitive, class: effect }) => effect === 'read' && !ambient.has(primitive));
  const tables = tablesOf(calls, kindOf);
  const lists = listsOf(reads, kindOf);
  const left = reads.filter((call) => !tables.calls.has(call) && !lists.calls.has(call));
  const answers = left.map(
    (call): Resource => ({
      kind: kindOf(call),
      primitive: call.primitive,
      args: call.args,
      form: 'answer',
      tree: call.answer.ok ? unfolded(call.answer.value) : null,
      error: call.answer.ok ? null : call.answer.error,
      paging: null,
      envelope: null,
    }),
  );
  return [...tables.resources, ...lists.resources, ...answers];
}

interface Taken {
  readonly resources: readonly Resource[];
  readonly calls: ReadonlySet<RecordedCall>;
}

function listsOf(reads: readonly RecordedCall[], kindOf: (call: RecordedCall) => number): Taken {
  const groups = new Map<string, RecordedCall[]>();
  for (const call of reads) {
    const [address] = call.args;
    const paged = typeof address === 'string' && call.answer.ok ? pagedAddress(address) : null;
    if (!paged) continue;
    const key = `${call.primitive} ${paged.base}`;
    const group = groups.get(key);
    if (group) group.push(call);
    else groups.set(key, [call]);
  }
  const taken = new Set<RecordedCall>();
  const resources: Resource[] = [];
  for (const group of groups.values()) {
    const pieces = group.map((call) => ({ address: call.args[0] as string, answer: answered(call) }));
    const paging = pagingOf(pieces);
    if (!paging) continue;
    const whole = pieces.flatMap(({ answer }) => at(answer, paging.rows) as readonly Json[]);
    if (!pieces.every(({ address, answer }) => canonicalText(piece(whole, answer, paging, address)) === canonicalText(answer))) continue;
    for (const call of group) taken.add(call);
    const [call] = group as [RecordedCall];
    resources.push({
      kind: kindOf(call),
      primitive: call.primitive,
      args: call.args,
      form: 'list',
      tree: unfolded(whole),
      error: null,
      paging,
      envelope: answered(call),
    });
  }
  return { resources, calls: taken };
}

/** Of a call that is known to have been answered. */
const answered = ({ answer }: RecordedCall): Json => (answer as Extract<Answer, { ok: true }>).value;

/** The tables behind selections, as far as they were seen: with what the conditions say of the rows that were given. */
function tablesOf(calls: readonly RecordedCall[], kindOf: (call: RecordedCall) => number): Taken {
  const asked = calls.flatMap((call) => {
    const [text, parameters] = call.args;
    const statement = typeof text === 'string' ? sqlStatement(text, (parameters ?? []) as readonly Json[]) : null;
    return statement?.does === 'select' && call.answer.ok && Array.isArray(call.answer.value) ? [{ call, statement }] : [];
  });
  const tables = new Map<string, Row[]>();
  for (const { call, statement } of asked) {
    const rows = tables.get(statement.table) ?? [];
    tables.set(statement.table, rows);
    for (const row of answered(call) as readonly Row[]) {
      const said = Object.fromEntries(statement.where.flatMap((each) => (each.column in row ? [] : [[each.column, valueFor(each)]])));
      const whole = { ...said, ...row };
      const known = rows.findIndex((each) => Object.entries(whole).every(([key, value]) => !(key in each) || same(each[key], value)));
      if (known < 0 || !sharesKey(rows[known] as Row, whole)) rows.push(whole);
      else rows[known] = { ...rows[known], ...whole };
    }
  }
  // A table that a write has changed between two reads, or of which a limit hid something, is not the one that was read.
  const wrong = new Set(
    asked
      .filter(
        ({ call, statement }) =>
          canonicalText(selected(tables.get(statement.table) as readonly Row[], statement)) !== canonicalText(answered(call)),
      )
      .map(({ statement }) => statement.table),
  );
  const right = asked.filter(({ statement }) => !wrong.has(statement.table));
  const firsts = right.filter(({ statement }, index) => right.findIndex((each) => each.statement.table === statement.table) === index);
  return {
    calls: new Set(right.map(({ call }) => call)),
    resources: firsts.map(({ call, statement }) => ({
      kind: kindOf(call),
      primitive: call.primitive,
      args: [statement.table],
      form: 'table',
      tree: unfolded(tables.get(statement.table) as readonly Row[] as Json),
      error: null,
      paging: null,
      envelope: null,
    })),
  };
}

const same = (one: Json | undefined, other: Json): boolean => canonicalText(one ?? null) === canonicalText(other);

/** Two rows are one only where something that names it says so. */
const sharesKey = (one: Row, other: Row): boolean => Object.keys(one).some((key) => /(?:^|_)id$|^key$|^name$/i.test(key) && key in other);

/** A value with which a condition holds. */
function valueFor(condition: Parameters<typeof holds>[1]): Json {
  const [value = null] = condition.values;
  switch (condition.is) {
    case '<':
      return typeof value === 'number' ? value - 1 : '';
    case '>':
      return typeof value === 'number' ? value + 1 : `${String(value)}0`;
    case '<>':
      return typeof value === 'number' ? value + 1 : `not ${String(value)}`;
    case 'null':
      return null;
    case 'not null':
      return 1;
    case 'like':
      return String(value).replaceAll('%', '');
    default:
      return value;
  }
}

/** The calls of a recording that left something behind, in order. */
export const effectsOf = (calls: readonly RecordedCall[]): readonly RecordedCall[] =>
  calls.filter(({ class: effect }) => effect !== 'read' && effect !== 'pure');

export const keyOf = ({ primitive, args }: Pick<RecordedCall, 'primitive' | 'args'>): string => callKey(primitive, args);
