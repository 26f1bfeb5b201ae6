import type { EffectClass } from '../../model/effect-class.ts';
import type { Json } from '../../model/json.ts';
import { callKey } from '../call-key.ts';
import type { Answer, RecordedCall } from '../cassette.ts';
import { textNumber } from '../seeded.ts';
import { effectOf } from './effect-of.ts';
import { likeness } from './likeness.ts';
import { type Material, sameKind } from './material.ts';
import { piece } from './paging.ts';
import { holds, type Row, selected, sqlStatement } from './sql.ts';
import { mentions, type Placed, placedIn, placeOf, type World } from './world.ts';

export type Heard = (site: string, sign: string, left: Json, right: Json) => void;

/** What a world answers, for as many runs as are made in it: each begins anew by `begin`. */
export class ServedWorld {
  readonly world: World;
  private readonly material: Material;
  private readonly placed: readonly Placed[];
  private readonly answers = new Map<string, Answer[]>();
  private readonly lists = new Map<string, Placed>();
  private readonly firstTables = new Map<string, readonly Row[]>();
  private readonly effects = new Map<string, EffectClass>();
  private readonly distant = new Map<string, Answer>();

  constructor(world: World, material: Material) {
    this.world = world;
    this.material = material;
    this.placed = placedIn(world, material);
    for (const each of this.placed) {
      if (each.form === 'table') this.firstTables.set(each.args[0] as string, each.value as readonly Row[]);
      else if (each.form === 'list') this.lists.set(placeOf(each.primitive, each.args, ''), each);
      else {
        const key = callKey(each.primitive, each.args);
        const found = this.answers.get(key) ?? [];
        found.push(each.error === null ? { ok: true, value: each.value } : { ok: false, error: each.error });
        this.answers.set(key, found);
      }
    }
  }

  /** `hear` is told of each comparison that the world makes for the run: of rows with the conditions of a query. */
  begin(hear: Heard = () => {}): ServedRun {
    return new ServedRun(this, hear);
  }

  get tables(): ReadonlyMap<string, readonly Row[]> {
    return this.firstTables;
  }

  get recorded() {
    return this.material.recorded[this.world.base];
  }

  get calls(): readonly RecordedCall[] {
    return this.recorded?.cassette.calls ?? [];
  }

  /** The first fault that a call meets, `counts` of each so far. */
  faultFor(primitive: string, args: readonly Json[], key: string, counts: number[]): Answer | null {
    let met: Answer | null = null;
    for (const [at, fault] of this.world.faults.entries()) {
      if (fault.primitive !== primitive || (fault.key !== null && fault.key !== key)) continue;
      if (fault.kind !== null && !this.isOfKind(fault.kind, primitive, args)) continue;
      counts[at] = (counts[at] ?? 0) + 1;
      if (met === null && (counts[at] as number) >= fault.from && (counts[at] as number) <= fault.to) met = fault.answer;
    }
    return met;
  }

  private isOfKind(kind: number, primitive: string, args: readonly Json[]): boolean {
    const first = this.material.kinds[kind];
    return first !== undefined && sameKind(first, { primitive, args });
  }

  effect(primitive: string, args: readonly Json[], key: string): EffectClass {
    const known = this.effects.get(key) ?? effectOf(primitive, args, this.material.effects);
    this.effects.set(key, known);
    return known;
  }

  /** A read that no write touched, the n-th of its like. */
  read(primitive: string, args: readonly Json[], key: string, count: number): Answer {
    const known = this.answers.get(key);
    if (known) return known[Math.min(count, known.length) - 1] as Answer;
    const list = this.lists.get(placeOf(primitive, args, ''));
    if (list?.paging && list.primitive === primitive) {
      const given: Answer = { ok: true, value: piece(list.value as readonly Json[], list.envelope, list.paging, args[0] as string) };
      this.answers.set(key, [given]);
      return given;
    }
    const far = this.distant.get(key) ?? this.fromAfar(primitive, args, key);
    this.distant.set(key, far);
    return far;
  }

  /** What was not recorded here: as it was in another run, else like the nearest of its kind; what was moved away is not there. */
  private fromAfar(primitive: string, args: readonly Json[], key: string): Answer {
    const { moved, seed, base } = this.world;
    if (moved.some(([from, to]) => mentions(args, from) && !mentions(args, to))) return missing(primitive, args);
    for (const { cassette } of this.material.recorded) {
      const found =
        moved.length === 0 ? cassette.calls.find((each) => each.primitive === primitive && callKey(primitive, each.args) === key) : null;
      if (found) return found.answer;
    }
    const here = this.placed.filter((each) => each.form === 'answer' && sameKind(each, { primitive, args }));
    const there = this.material.recorded.flatMap(({ cassette }, index) =>
      index === base ? [] : cassette.calls.filter((each) => each.class === 'read' && sameKind(each, { primitive, args })),
    );
    const near = here.length > 0 ? here.map((each) => ({ args: each.args, answer: answerOf(each) })) : there;
    if (near.length === 0) return missing(primitive, args);
    const text = JSON.stringify(args);
    const likest = Math.max(...near.map((each) => likeness(JSON.stringify(each.args), text)));
    const best = near.filter((each) => likeness(JSON.stringify(each.args), text) >= likest - 0.15);
    return (best[textNumber(`${key} ${seed}`) % best.length] as { answer: Answer }).answer;
  }
}

const answerOf = (each: Placed): Answer => (each.error === null ? { ok: true, value: each.value } : { ok: false, error: each.error });

/** What is not there, as each primitive says it. */
function missing(primitive: string, args: readonly Json[]): Answer {
  if (primitive.startsWith('http.')) return { ok: true, value: { status: 404, body: null } };
  if (primitive === 'fs.read') return { ok: false, error: `ENOENT: ${String(args[0])}` };
  if (primitive === 'sh') return { ok: true, value: { code: 127, stdout: '', stderr: 'not found' } };
  if (primitive === 'db.query') return { ok: true, value: [] };
  return { ok: true, value: {} };
}

/** One run in a world: what it reads is the world as it left it. */
class ServedRun {
  private readonly served: ServedWorld;
  private readonly counts = new Map<string, number>();
  private readonly faults: number[] = [];
  private readonly files = new Map<string, Json>();
  private readonly tables: Map<string, readonly Row[]>;
  private draws = 0;
  private writes = 0;

  private readonly hear: Heard;

  constructor(served: ServedWorld, hear: Heard) {
    this.served = served;
    this.hear = hear;
    this.tables = new Map(served.tables);
  }

  /** Answers one call, and says what it does to the outside. */
  call(primitive: string, args: readonly Json[]): Pick<RecordedCall, 'class' | 'answer'> {
    const key = callKey(primitive, args);
    const effect = this.served.effect(primitive, args, key);
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    const fault = this.served.faultFor(primitive, args, key, this.faults);
    const answer =
      fault ??
      this.own(primitive, args) ??
      (effect === 'read' ? this.served.read(primitive, args, key, count) : this.write(primitive, args, key));
    return { class: effect, answer };
  }

  /** What the world itself knows: time, chance, secrets, files that were written, tables. */
  private own(primitive: string, args: readonly Json[]): Answer | null {
    const { recorded, world } = this.served;
    switch (primitive) {
      case 'clock.now':
        return recorded?.nowMs == null ? null : { ok: true, value: recorded.nowMs + world.shiftMs };
      case 'random': {
        this.draws += 1;
        const drawn = recorded?.draws[this.draws - 1];
        return { ok: true, value: drawn ?? textNumber(`${this.draws} ${world.seed}`) / 2 ** 32 };
      }
      case 'secret':
        return { ok: true, value: `{{secret:${String(args[0])}}}` };
      case 'fs.read': {
        const written = this.files.get(String(args[0]));
        return written === undefined ? null : { ok: true, value: written };
      }
      case 'fs.write':
        this.files.set(String(args[0]), args[1] ?? null);
        return null;
      case 'db.query':
        return this.query(args);
      default:
        return null;
    }
  }

  private query([text, parameters]: readonly Json[]): Answer | null {
    const statement = typeof text === 'string' ? sqlStatement(text, (parameters ?? []) as readonly Json[]) : null;
    const rows = statement && this.tables.get(statement.table);
    if (!statement || !rows) return statement && statement.does !== 'select' ? { ok: true, value: { changes: 1 } } : null;
    switch (statement.does) {
      case 'select':
        for (const { column, is, values } of statement.where)
          for (const row of rows) this.hear(`query ${column}`, is, row[column] ?? null, values[0] ?? null);
        return { ok: true, value: selected(rows, statement) as Json };
      case 'insert':
        this.tables.set(statement.table, [...rows, statement.row]);
        return { ok: true, value: { changes: 1 } };
      case 'update': {
        const hit = (row: Row): boolean => statement.where.every((each) => holds(row, each));
        this.tables.set(
          statement.table,
          rows.map((row) => (hit(row) ? { ...row, ...statement.set } : row)),
        );
        return { ok: true, value: { changes: rows.filter(hit).length } };
      }
      case 'delete': {
        const kept = rows.filter((row) => !statement.where.every((each) => holds(row, each)));
        this.tables.set(statement.table, kept);
        return { ok: true, value: { changes: rows.length - kept.length } };
      }
    }
  }

  /** A write is answered as its like was in the recording. */
  private write(primitive: string, args: readonly Json[], key: string): Answer {
    this.writes += 1;
    const alike = this.served.calls.filter(
      (each) => each.primitive === primitive && each.class !== 'read' && sameKind(each, { primitive, args }),
    );
    const found = alike.find((each) => callKey(primitive, each.args) === key) ?? alike[0];
    if (found) return found.answer;
    if (primitive.startsWith('http.')) return { ok: true, value: { status: 200, body: { ok: true, id: this.writes } } };
    if (primitive === 'sh') return { ok: true, value: { code: 0, stdout: '', stderr: '' } };
    if (primitive === 'mail.send') return { ok: true, value: { id: `m${this.writes}` } };
    return { ok: true, value: null };
  }
}

export type { ServedRun };
