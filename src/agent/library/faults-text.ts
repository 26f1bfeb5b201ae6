import type { EditFault } from '../../core/library/edits/edit-fault.ts';

/** What is wrong with edits, each with what to do instead. */
export const faultsText = (faults: readonly Pick<EditFault, 'message' | 'hint'>[]): string =>
  faults.map(({ message, hint }) => `${message} (${hint})`).join('\n');
