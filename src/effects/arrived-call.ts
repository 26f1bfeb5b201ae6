import { splitDistinct } from '../core/effects/distinct.ts';
import { journaledArguments } from '../core/effects/journaled-json.ts';
import { canonicalText } from '../core/model/canonical-json.ts';
import { digestOf } from '../core/model/digest.ts';
import type { Json } from '../core/model/json.ts';
import type { SandboxCall } from '../ports/sandbox.ts';
import type { KnownPrimitive, KnownPrimitives } from './known-primitives.ts';

/** A call as it came from a session, and as it stands in the journal. */
export interface ArrivedCall {
  readonly n: number;
  readonly name: string;
  /** null = there is none of that name. */
  readonly primitive: KnownPrimitive | null;
  /** As code gave them, handles of secrets included. */
  readonly args: readonly Json[];
  readonly distinct: string | null;
  readonly journaled: {
    readonly args: readonly Json[];
    /** As canonical JSON, with its sha256. */
    readonly text: string;
    readonly digest: string;
    /** Whether they are not what code gave. */
    readonly redacted: boolean;
  };
}

/** Reads a call. `clean` takes the values of secrets out of a text. */
export function arrivedCall(primitives: KnownPrimitives, call: SandboxCall, clean: (text: string) => string): ArrivedCall {
  const { args, distinct } = splitDistinct(call.args);
  const primitive = primitives.get(call.primitive);
  const kept = journaledArguments(primitive?.declared ?? { redacted: [] }, args, clean);
  const text = canonicalText(kept);
  const journaled = { args: kept, text, digest: digestOf(text), redacted: text !== canonicalText(args) };
  const name = primitive === null ? clean(call.primitive) : call.primitive;
  return { n: call.n, name, primitive, args, distinct: distinct === null ? null : clean(distinct), journaled };
}
