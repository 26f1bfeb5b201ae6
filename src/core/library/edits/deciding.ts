import { digestOf } from '../../model/digest.ts';
import { entryOf, type LibraryChange } from '../entries/library-change.ts';
import type { Provenance } from '../entries/library-entry.ts';
import type { LibraryView } from '../entries/library-view.ts';
import { StagedLibrary } from '../entries/staged-library.ts';
import type { EditFault, EditFaultCode } from './edit-fault.ts';
import type { EditSet } from './library-edit.ts';

/**
 * A set of edits on its way to be decided. Later edits see what earlier ones have staged, also where those are at fault: so the second
 * mistake is told with the first, and what follows from a mistake is not told as one.
 */
export class Deciding {
  readonly set: Omit<EditSet, 'edits'>;
  /** As the library stood. */
  readonly before: LibraryView;
  readonly staged: StagedLibrary;
  readonly faults: EditFault[] = [];
  readonly remarks: string[] = [];
  /** Functions that edits added or gave a new version: by which edit, and what they may call that lies elsewhere. */
  readonly added = new Map<string, { readonly edit: number; readonly elsewhere: readonly string[] }>();
  /** Which edit made a function, by its id, or an environment, by its name, what it is. */
  readonly madeBy = new Map<string, number>();
  /** What an undoing has put back into agreement with what it refers to: it does not become stale by that. */
  readonly agreeing = new Set<string>();
  /** The place of the edit that is decided now. */
  edit = 0;

  constructor(set: Omit<EditSet, 'edits'>, before: LibraryView) {
    this.set = set;
    this.before = before;
    this.staged = new StagedLibrary(before);
  }

  change(change: LibraryChange): void {
    this.staged.apply(change);
    if (changesWhatItGives(change)) this.madeBy.set(entryOf(change), this.edit);
  }

  fault(code: EditFaultCode, message: string, hint: string, edit = this.edit): void {
    this.faults.push({ edit, code, message, hint });
  }

  remark(text: string): void {
    this.remarks.push(text);
  }

  /** Of what this edit makes: it follows from the set's id and the edit's place, so that who decides anew comes to the same. */
  newId(letter: 'f' | 'g'): string {
    return `${letter}${digestOf(`${this.set.id}\n${this.edit}`).slice(0, 12)}`;
  }

  provenance(parents: readonly string[]): Provenance {
    const { by, run, model } = this.set;
    return { by, run, model, parents };
  }
}

/** Whether a function may give something else by it, or has to; what follows from edits when all of them are staged is none of these. */
const changesWhatItGives = ({ type }: LibraryChange): boolean =>
  type === 'function.stored' || type === 'function.restored' || type === 'function.case' || type.startsWith('environment.');

/** Up to eight names, as a sentence has them. */
export const namesText = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ');

/** A title as a sentence has it. */
export const titleText = (title: string): string => `"${title.length > 60 ? `${title.slice(0, 59)}…` : title}"`;
