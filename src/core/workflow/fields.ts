import type { Place } from '../model/source-text.ts';
import type { FieldTable, FieldType, MapName } from './field-table.ts';

/** A map of the file as the field table types it, with the places of all that was read. */
export interface Fields<M extends MapName> {
  /** Where the map stands. */
  readonly place: Place;
  /** The keys that were given a value. `~`, `null` and nothing at all are no value. */
  readonly values: { readonly [K in keyof FieldTable[M]['fields']]?: Field<ValueOf<FieldTable[M]['fields'][K]>> };
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

type ValueOf<Row> = Row extends { type: infer T extends FieldType } ? ValueOfType<T> : never;

type ValueOfType<T extends FieldType> = T extends { kind: 'choice'; of: readonly (infer Choice)[] }
  ? Choice
  : T extends { kind: 'map'; map: infer M extends MapName }
    ? Fields<M>
    : T extends { kind: 'maps'; map: infer M extends MapName }
      ? readonly Fields<M>[]
      : { text: string; flag: boolean; integer: number; texts: readonly Item[]; choice: string; map: never; maps: never }[T['kind']];
