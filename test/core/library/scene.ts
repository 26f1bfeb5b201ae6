import { decideEdits } from '../../../src/core/library/edits/decide-edits.ts';
import type { EditFault } from '../../../src/core/library/edits/edit-fault.ts';
import type { Candidate, EditSet, LibraryEdit } from '../../../src/core/library/edits/library-edit.ts';
import { evolveLibrary, viewOf } from '../../../src/core/library/entries/evolve-library.ts';
import type { LoggedChange } from '../../../src/core/library/entries/library-change.ts';
import type { FunctionEntry, FunctionVersion, GuidanceEntry } from '../../../src/core/library/entries/library-entry.ts';
import { emptyLibrary, type LibraryState } from '../../../src/core/library/entries/library-state.ts';
import type { LibraryView } from '../../../src/core/library/entries/library-view.ts';
import { addingEdit, sampleSet } from '../../../src/testing/sample-library.ts';

/** What a set came to: faults as "place code: message", or remarks. */
export type Came = { readonly faults: readonly string[] } | { readonly remarks: readonly string[] };

/** A library as a fold of its log, set after set. */
export class Scene {
  state: LibraryState = emptyLibrary;
  readonly log: LoggedChange[] = [];

  get view(): LibraryView {
    return viewOf(this.state, this.log);
  }

  /** Applies a set, unless it is at fault. */
  set(id: string, edits: readonly LibraryEdit[], facts: Partial<EditSet> = {}): Came {
    const decided = decideEdits(sampleSet(id, edits, facts), this.view);
    if (!decided.ok) return { faults: decided.failure.map(text) };
    for (const change of decided.value.changes)
      this.log.push({ seq: this.log.length + 1, set: id, atMs: 1, by: 'a person', why: '', change });
    this.state = evolveLibrary(this.state, decided.value.changes);
    return { remarks: decided.value.remarks };
  }

  /** A set of one edit that must be right. */
  do(...edits: readonly LibraryEdit[]): Scene {
    const came = this.set(`set ${this.log.length}`, edits);
    if ('faults' in came) throw new Error(came.faults.join('\n'));
    return this;
  }

  add(name: string, facts: Partial<FunctionVersion & Candidate> = {}, overwrite = false): Scene {
    return this.do(addingEdit(name, facts, overwrite));
  }

  guide(title: string, functions: readonly string[] = []): Scene {
    return this.do({ kind: 'add_guidance', title, sections: [{ heading: '', text: 'How.' }], functions });
  }

  environment(name: string, packages: readonly string[], exists = false): Scene {
    return this.do({ kind: 'put_environment', name, packages, manifest: JSON.stringify(packages), lock: '{}', exists });
  }

  /** The living one of this name, or the last that had it. */
  function(name: string): FunctionEntry {
    return (this.view.living(name) ?? this.view.named(name).at(-1)) as FunctionEntry;
  }

  guidance(title: string): GuidanceEntry {
    return [...this.state.guidance.values()].find((each) => each.title === title) as GuidanceEntry;
  }

  types(set: string): string[] {
    return this.log.filter((each) => each.set === set).map(({ change }) => change.type);
  }
}

const text = ({ edit, code, message }: EditFault): string => `${edit} ${code.replace('library/', '')}: ${message}`;
