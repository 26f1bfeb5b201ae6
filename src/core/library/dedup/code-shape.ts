import type { Spot } from '../function/code-facts.ts';

/** A literal of the code, or a name of data. `name`: of the constant that it is given to or held against, or of its member; null = it has none. */
export interface ShapeConstant {
  readonly text: string;
  readonly isNumber: boolean;
  readonly name: string | null;
  readonly at: Spot;
}

/** A call that may do something to the world. */
export interface ShapeCall {
  /** Below the parameter that it is called on, as `equip` of `bot.equip(…)`; or the whole of it, as `mineBlock`. */
  readonly name: string;
  /** What its arguments say: texts, names of data and numbers, variables put in for what they were given. */
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
}

/** A function's code as two functions are compared by it. Messages are left out. */
export interface CodeShape {
  /** One token a statement, names of locals and literals abstracted; in the order of the text. */
  readonly statements: readonly string[];
  readonly effects: readonly ShapeCall[];
  /** Of all calls, besides messages. */
  readonly texts: readonly string[];
  readonly constants: readonly ShapeConstant[];
  /** Digest of the code without its layout, comments and names of locals: who has the same does the same. */
  readonly digest: string;
  /** The same with every literal taken out as well: who has the same differs in constants alone. */
  readonly outline: string;
}
