import type { Place } from '../../model/source-text.ts';
import type { FieldTable, FieldType, Table } from './field-table.ts';
import type { JsonTree } from './json-tree.ts';

/** A map of the file as its table types it, a workflow's where no other is named, with the places of all that was read. */
export interface Fields<M extends keyof T, T extends Table = FieldTable> {
  /** Where the map stands. */
  readonly place: Place;
  /** The keys that were given a value. `~`, `null` and nothing at all are no value. */
  readonly values: { readonly [K in keyof T[M]['fields']]?: Field<ValueOf<T[M]['fields'][K], T>> };
  /**
   * Keys that were meant but could not be read. What they say is unknown, so no rule may call them missing: one mistake is
   * one diagnostic.
   */
  readonly unread: ReadonlySet<string>;
}

export interface Field<T> {
  readonly value: T;
  readonly key: Place;
  readonly place: Place;
}

/** An entry of a list of texts. */
export interface Item {
  readonly text: string;
  readonly place: Place;
}

/** A name that the author chose, with its text. */
export interface Entry extends Item {
  readonly name: string;
  readonly key: Place;
}

/** A map under a name that the author chose. */
export interface Named<F> {
  readonly name: string;
  readonly key: Place;
  readonly fields: F;
}

type ValueOf<Row, T extends Table> = Row extends { type: infer Type extends FieldType } ? ValueOfType<Type, T> : never;

type ValueOfType<Type extends FieldType, T extends Table> = Type extends { kind: 'choice'; of: readonly (infer Choice)[] }
  ? Choice
  : Type extends { kind: infer Kind extends keyof MapValues<never>; map: infer M extends keyof T }
    ? MapValues<Fields<M, T>>[Kind]
    : PlainValues[Exclude<Type['kind'], keyof MapValues<never>>];

interface MapValues<F> {
  readonly map: F;
  readonly maps: readonly F[];
  readonly namedMaps: readonly Named<F>[];
}

interface PlainValues {
  readonly text: string;
  readonly flag: boolean;
  readonly integer: number;
  readonly number: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly texts: readonly Item[];
  readonly textOrTexts: string | readonly Item[];
  readonly textMap: readonly Entry[];
  readonly json: JsonTree;
  readonly choice: string;
}
