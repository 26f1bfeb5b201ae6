import { guidanceText } from './entries/guidance-text.ts';
import type { LibraryChange } from './entries/library-change.ts';
import { type FunctionEntry, type GuidanceEntry, newest } from './entries/library-entry.ts';
import type { SearchText } from './search/search-text.ts';

/** Whether a change alters what is searched, or whether it is. That something became stale does not; to index it anew takes milliseconds. */
export function isSearched({ type }: LibraryChange): boolean {
  switch (type) {
    case 'function.stored':
    case 'function.archived':
    case 'function.renewed':
    case 'function.deleted':
    case 'function.restored':
    case 'guidance.stored':
    case 'guidance.deleted':
    case 'guidance.restored':
      return true;
    case 'function.raised':
    case 'function.classed':
    case 'function.staled':
    case 'function.pinned':
    case 'function.unpinned':
    case 'function.case':
    case 'function.uncased':
    case 'guidance.staled':
    case 'guidance.renewed':
    case 'environment.stored':
    case 'environment.deleted':
    case 'environment.restored':
      return false;
  }
}

/** What of an entry is searched, with what people asked when it was used; null = nobody is to find it by a search. */
export function searchedFunction(entry: FunctionEntry, pastRequests: readonly string[]): SearchText | null {
  if (entry.isDeleted || entry.status.kind === 'archived') return null;
  const { description, parameters, tags } = newest(entry);
  return { id: entry.id, name: entry.name, description: [description, ...tags].join('\n'), parameters, pastRequests };
}

export function searchedGuidance(entry: GuidanceEntry, pastRequests: readonly string[]): SearchText | null {
  if (entry.isDeleted) return null;
  return { id: entry.id, name: entry.title, description: guidanceText(entry), parameters: [], pastRequests };
}
