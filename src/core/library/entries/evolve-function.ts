import { graver } from '../../model/effect-class.ts';
import { isOfInput } from '../cases/case-input.ts';
import { renewed, staled } from './entry-status.ts';
import type { LibraryChange } from './library-change.ts';
import type { FunctionEntry, FunctionVersion, RegressionCase } from './library-entry.ts';

export type FunctionChange = Extract<LibraryChange, { readonly type: `function.${string}` }>;

/** A function after a change of its; null where the change is of one that was never stored, which no log that we wrote has. */
export function functionAfter(entry: FunctionEntry | null, change: FunctionChange): FunctionEntry | null {
  if (change.type === 'function.stored') return stored(entry, change.version);
  if (entry === null) return null;
  switch (change.type) {
    case 'function.raised':
      return { ...entry, raisedTo: change.effectClass };
    case 'function.classed':
      return { ...entry, effectClass: change.effectClass };
    case 'function.staled':
      return { ...entry, status: staled(entry.status, change.reason) };
    case 'function.renewed':
      return { ...entry, status: change.reason === null ? { kind: 'active' } : renewed(entry.status, change.reason) };
    case 'function.archived':
      return { ...entry, status: { kind: 'archived' } };
    case 'function.pinned':
      return { ...entry, pins: [...entry.pins.filter((each) => each !== change.holder), change.holder] };
    case 'function.unpinned':
      return { ...entry, pins: entry.pins.filter((each) => each !== change.holder) };
    case 'function.case':
      return { ...entry, cases: withCase(entry.cases, change.case) };
    case 'function.uncased':
      return { ...entry, cases: entry.cases.filter((each) => !isOfInput(each, change.input)) };
    case 'function.deleted':
      return { ...entry, isDeleted: true, takenWith: change.takenWith };
    case 'function.restored':
      return { ...entry, isDeleted: false, takenWith: null };
  }
}

function stored(entry: FunctionEntry | null, version: FunctionVersion): FunctionEntry {
  const { id, name, ownEffectClass } = version;
  if (entry === null) {
    return {
      id,
      name,
      versions: [version],
      effectClass: ownEffectClass,
      raisedTo: null,
      status: { kind: 'active' },
      isDeleted: false,
      takenWith: null,
      pins: [],
      cases: [],
    };
  }
  // What it calls may make it graver: that follows, as a change of its own.
  const effectClass = entry.raisedTo === null ? ownEffectClass : graver(ownEffectClass, entry.raisedTo);
  return { ...entry, versions: [...entry.versions, version], effectClass, status: { kind: 'active' } };
}

/** One case an input: the one that was seen last, in the place of the one before it. */
export function withCase(cases: readonly RegressionCase[], added: RegressionCase): readonly RegressionCase[] {
  const at = cases.findIndex((each) => isOfInput(each, added.input));
  return at === -1 ? [...cases, added] : cases.with(at, added);
}
