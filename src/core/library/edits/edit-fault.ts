import type { RefusalCode } from '../../model/refusal.ts';

/** Why an edit cannot be carried out. `edit`: its place in the set, from 0. */
export interface EditFault {
  readonly edit: number;
  readonly code: EditFaultCode;
  readonly message: string;
  /** What to do instead. */
  readonly hint: string;
}

/** Closed; each is a reason to refuse too, with its page. */
export const editFaultCodes = [
  'library/name-taken',
  'library/duplicate',
  'library/unknown-name',
  'library/unknown-id',
  'library/unknown-set',
  'library/in-use',
  'library/pinned',
  'library/effect-lowered',
  'library/needs-environment',
  'library/unknown-environment',
  'library/invalid-guidance',
  'library/invalid-environment',
  'library/not-deleted',
  'library/changed-since',
  'library/case-differs',
  'library/invalid-case',
] as const satisfies readonly RefusalCode[];

export type EditFaultCode = (typeof editFaultCodes)[number];
