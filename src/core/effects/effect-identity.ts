import { canonicalText } from '../model/canonical-json.ts';
import { digestOf } from '../model/digest.ts';
import type { Json } from '../model/json.ts';
import type { PrimitiveDeclaration } from './declaration.ts';
import { atPointer } from './json-pointer.ts';

/**
 * Which effect a call is: the digest of the primitive's name and of the arguments that say so, as they stand in the journal. An argument
 * that is not there is another one than `null`.
 */
export function identityOf({ name, identity }: Pick<PrimitiveDeclaration, 'name' | 'identity'>, args: readonly Json[]): string {
  const told =
    identity === null ? args : identity.map((pointer) => atPointer(args, pointer)).map((value) => (value === undefined ? [] : [value]));
  return digestOf(canonicalText([name, told]));
}

/** The idempotency key: the same for the very same effect, and for no other one. `scope`: the run or the occurrence. */
export const keyOf = (scope: string, primitive: string, identity: string, count: number): string =>
  digestOf(canonicalText([scope, primitive, identity, count]));
