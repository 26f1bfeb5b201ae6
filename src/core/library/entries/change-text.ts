import type { LibraryChange } from './library-change.ts';

/** A change as a sentence. `names`: of functions, and titles in quotes, by id. */
export function changeText(change: LibraryChange, names: ReadonlyMap<string, string>): string {
  const named = (id: string): string => names.get(id) ?? id;
  switch (change.type) {
    case 'function.stored':
      return change.version.version === 1 ? `added ${change.version.name}` : `${change.version.name} is version ${change.version.version}`;
    case 'function.raised':
      return change.effectClass === null ? `${named(change.id)} is raised no more` : `${named(change.id)} raised to ${change.effectClass}`;
    case 'function.classed':
      return `${named(change.id)} is ${change.effectClass} now, by what it calls`;
    case 'function.renewed':
      return change.reason === null ? `${named(change.id)} is active` : `${named(change.id)} no longer ${change.reason}`;
    case 'function.archived':
      return `archived ${named(change.id)}`;
    case 'function.pinned':
      return `${change.holder} holds ${named(change.id)}`;
    case 'function.unpinned':
      return `${change.holder} lets go of ${named(change.id)}`;
    case 'function.case':
      return `${named(change.id)} has a case`;
    case 'function.uncased':
      return `${named(change.id)} has a case less`;
    case 'guidance.stored':
      return `${change.guidance.version === 1 ? 'added' : 'changed'} "${change.guidance.title}"`;
    case 'guidance.renewed':
      return `${named(change.id)} no longer ${change.reason}`;
    case 'function.staled':
    case 'guidance.staled':
      return `${named(change.id)} is stale: it ${change.reason}`;
    case 'function.deleted':
    case 'guidance.deleted':
      return `deleted ${named(change.id)}${change.takenWith === null ? '' : `, with ${named(change.takenWith)}`}`;
    case 'function.restored':
    case 'guidance.restored':
      return `restored ${named(change.id)}`;
    case 'environment.stored':
      return `environment ${change.environment.name} is ${change.environment.packages.join(', ')}`;
    case 'environment.deleted':
      return `deleted environment ${change.name}`;
    case 'environment.restored':
      return `restored environment ${change.name}`;
  }
}
