import type { EffectClass } from '../model/effect-class.ts';
import type { Json } from '../model/json.ts';

/** keyed: sent again, the far side knows the idempotency key. probe: a read tells. none: never sent again, a person says. */
export type Settles = 'keyed' | 'probe' | 'none';

/** A managed way to touch the outside, declared once. */
export interface PrimitiveDeclaration {
  /** Dotted, as code calls it below `ctx`: "fs.read", "mcp.files.read_text_file". */
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the list of arguments (`type: array`, `prefixItems`). */
  readonly arguments: Json;
  /** JSON Schema of the result; null = any JSON. */
  readonly result: Json | null;
  readonly effect: EffectClass | { readonly most: EffectClass; readonly of: (args: readonly Json[]) => EffectClass };
  /** Paths (JSON Pointers into the list of arguments) that say *which* effect a call is; null = all of the arguments. */
  readonly identity: readonly string[] | null;
  /** How a call of class write or irreversible is settled when it is not known whether it happened. */
  readonly settles: Settles | ((args: readonly Json[]) => Settles);
  /** Pointers to arguments and (below "/result") results that never stand in the journal. */
  readonly redacted: readonly string[];
  /** Cost of one call before it is made; 0 = free. */
  readonly estimateNanoUsd: number;
}

type Optional = 'result' | 'identity' | 'settles' | 'redacted' | 'estimateNanoUsd';

/** A declaration as it is written: what it leaves out is any JSON, all arguments, `none`, nothing, and free. */
export type WrittenDeclaration = Omit<PrimitiveDeclaration, Optional> & Partial<Pick<PrimitiveDeclaration, Optional>>;

/** The whole of it. */
export const declared = <W extends WrittenDeclaration>(written: W): W & PrimitiveDeclaration => ({
  result: null,
  identity: null,
  settles: 'none',
  redacted: [],
  estimateNanoUsd: 0,
  ...written,
});
