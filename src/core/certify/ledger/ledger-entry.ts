import type { Spend } from './spend.ts';

/** What a task's costs are for. `planned`: the agent delivering or taking over; `shadow`: whichever of agent and code runs beside the other; `replay`: the code delivering. */
export const parts = ['planned', 'shadow', 'librarian', 'certification', 'repair', 'replay'] as const;
export type Part = (typeof parts)[number];

/** What one occurrence took, or what was done for the task between two of them. */
export interface LedgerEntry {
  /** The key of the occurrence; what is apart from any (a certification by hand) has a name of its own. */
  readonly occurrence: string;
  /**
   * Who delivered: the agent by its own plan; the code alone; the code with the agent in its shadow; the agent after the code had failed; nobody.
   */
  readonly delivered: 'planned' | 'replay' | 'canary' | 'fallback' | 'nothing';
  /** A part that is not there took nothing. */
  readonly spent: { readonly [part in Part]?: Spend };
}
