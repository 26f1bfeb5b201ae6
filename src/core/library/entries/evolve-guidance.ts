import { renewed, staled } from './entry-status.ts';
import type { LibraryChange } from './library-change.ts';
import type { EnvironmentEntry, GuidanceEntry } from './library-entry.ts';

export type GuidanceChange = Extract<LibraryChange, { readonly type: `guidance.${string}` }>;
export type EnvironmentChange = Extract<LibraryChange, { readonly type: `environment.${string}` }>;

/** Guidance after a change of its; null as of a function. */
export function guidanceAfter(entry: GuidanceEntry | null, change: GuidanceChange): GuidanceEntry | null {
  if (change.type === 'guidance.stored') return change.guidance;
  if (entry === null) return null;
  switch (change.type) {
    case 'guidance.staled':
      return { ...entry, status: staled(entry.status, change.reason) };
    case 'guidance.renewed':
      return { ...entry, status: renewed(entry.status, change.reason) };
    case 'guidance.deleted':
      return { ...entry, isDeleted: true, takenWith: change.takenWith };
    case 'guidance.restored':
      return { ...entry, isDeleted: false, takenWith: null };
  }
}

/** An environment after a change of its; null as of a function. */
export function environmentAfter(entry: EnvironmentEntry | null, change: EnvironmentChange): EnvironmentEntry | null {
  if (change.type === 'environment.stored') return change.environment;
  return entry === null ? null : { ...entry, isDeleted: change.type === 'environment.deleted' };
}
