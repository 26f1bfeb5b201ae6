import type { Value } from '../model/value.ts';

/** A workflow's file as it was read. */
export interface WorkflowText {
  readonly name: string;
  readonly digest: string;
  readonly source: Value;
  readonly file: string | null;
  /** Those that it runs within it, at any depth, as they were read with it; absent where that was not written down. */
  readonly inner?: readonly InnerText[];
}

/** The file of a workflow that runs within another. `key`: as steps name it, once it is known from which folder. */
export interface InnerText {
  readonly key: string;
  readonly file: string;
  readonly digest: string;
  readonly source: Value;
}
