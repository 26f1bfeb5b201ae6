/** What a value can be. */
export const kinds = ['null', 'boolean', 'number', 'text', 'list', 'object'] as const;
export type Kind = (typeof kinds)[number];

/** What the values at one place of inputs or answers have been like: plain data, a part of certificates. */
export interface Shape {
  /** How many there were. */
  readonly seen: number;
  /** In the order of `kinds`. */
  readonly kinds: readonly Kind[];
  readonly numbers?: NumberShape;
  readonly texts?: TextShape;
  readonly lists?: ListShape;
  readonly objects?: ObjectShape;
}

export interface NumberShape {
  readonly seen: number;
  readonly lowest: number;
  readonly highest: number;
  /** The one nearest to 0 that is not 0; null = all were 0. */
  readonly least: number | null;
  readonly isWhole: boolean;
  /** Nearly each was another one: it names or measures something, and is no setting. */
  readonly isVaried: boolean;
  /** All of them, where they are few. */
  readonly values?: readonly number[];
}

export interface TextShape {
  readonly seen: number;
  /** In UTF-16 units. */
  readonly shortest: number;
  readonly longest: number;
  /** All of them, where they are few and come again: the values of an enumeration. */
  readonly values?: readonly string[];
  /** What all that are not empty are written like. */
  readonly form?: TextForm;
  /** Each text was an object or a list as JSON, and they were like this. */
  readonly json?: Shape;
}

export const textForms = ['date', 'instant', 'url', 'email', 'uuid', 'number'] as const;
export type TextForm = (typeof textForms)[number];

export interface ListShape {
  readonly seen: number;
  readonly shortest: number;
  readonly longest: number;
  /** What all their items were like; absent = there were none. */
  readonly items?: Shape;
}

export interface ObjectShape {
  readonly seen: number;
  /** By name. `present`: in how many of the objects. */
  readonly members: { readonly [name: string]: { readonly present: number; readonly shape: Shape } };
  /** Its keys are names of things rather than of fields: it is as a list of what they stand for. */
  readonly map?: Shape;
}
