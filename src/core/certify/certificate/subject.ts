import { canonicalText } from '../../model/canonical-json.ts';
import { digestOf } from '../../model/digest.ts';

/** What a certificate speaks of. If anything of it is another one, the certificate says nothing of it. Digests are sha256 in hex. */
export interface Subject {
  /** Its id. */
  readonly task: string;
  readonly function: { readonly id: string; readonly name: string; readonly version: number; readonly codeDigest: string };
  /** The function with all that it calls. */
  readonly closure: { readonly digest: string; readonly functions: readonly { readonly name: string; readonly codeDigest: string }[] };
  readonly environments: readonly { readonly name: string; readonly version: number; readonly lockDigest: string }[];
  readonly runtime: Runtime;
  /** Of the contract as canonical JSON. */
  readonly contractDigest: string;
}

/** What runs it, as each says of itself: "0.1.0", "26.10.0", "linux-x64". */
export interface Runtime {
  readonly pawl: string;
  readonly node: string;
  readonly platform: string;
}

/** What signatures are bound to, and events of a standing name. */
export const subjectDigest = (subject: Subject): string => digestOf(canonicalText(subject));

export const subjectParts = ['task', 'function', 'closure', 'environments', 'runtime', 'contractDigest'] as const;
export type SubjectPart = (typeof subjectParts)[number];

/** The parts in which two subjects differ; empty = they are the same. */
export const changedParts = (one: Subject, other: Subject): SubjectPart[] =>
  subjectParts.filter((part) => canonicalText(one[part]) !== canonicalText(other[part]));
