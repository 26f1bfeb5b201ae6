/** How two outputs are held against each other, by path: `$` is the whole, `$.rows[].at` a field of each row. */
export type Equivalence = 'exact' | 'set' | 'multiset' | 'normalised' | 'ignore' | { readonly tolerance: number };

/** What a task says of itself that gates hold runs against. */
export interface Contract {
  readonly equivalence: { readonly [path: string]: Equivalence };
  /** Whether effects have to come in the recorded order. */
  readonly order: 'exact' | 'any';
  /** Expressions over `input`, `output`, `effects` and `eq` that hold of every run that ended well. */
  readonly postconditions: readonly { readonly id: string; readonly js: string }[];
  /** Values that the contract names, of use as values to try. */
  readonly relations: readonly { readonly id: string; readonly transform: string; readonly relation: string }[];
}
