import { type EntryUses, type FunctionEntry, type GuidanceEntry, newest } from '../../core/library/entries/library-entry.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';

/** An entry in a line. */
export interface LibraryRow {
  readonly kind: 'function' | 'guidance';
  readonly id: string;
  /** The name of a function, the title of guidance. */
  readonly name: string;
  readonly version: number;
  readonly status: 'active' | 'stale' | 'archived' | 'deleted';
  /** Why it is stale. */
  readonly reasons: readonly string[];
  /** null = guidance has none. */
  readonly effectClass: EffectClass | null;
  /** The first sentence of what it says it does; of guidance the functions that it is about. */
  readonly summary: string;
  readonly tags: readonly string[];
  readonly uses: EntryUses;
}

export interface LibraryFilter {
  readonly kind?: LibraryRow['kind'];
  readonly status?: LibraryRow['status'];
  readonly effectClass?: EffectClass;
  readonly tag?: string;
}

const unused: EntryUses = { shown: 0, used: 0, helped: 0 };

/** Whether a row is asked for. Deleted ones only where that is. */
export const passes = (row: LibraryRow, { kind, status, effectClass, tag }: LibraryFilter): boolean =>
  (kind === undefined || row.kind === kind) &&
  (status === undefined ? row.status !== 'deleted' : row.status === status) &&
  (effectClass === undefined || row.effectClass === effectClass) &&
  (tag === undefined || row.tags.includes(tag));

export function functionRow(entry: FunctionEntry, uses: EntryUses = unused): LibraryRow {
  const { version, description, tags } = newest(entry);
  return {
    kind: 'function',
    name: entry.name,
    version,
    effectClass: entry.effectClass,
    summary: firstSentence(description),
    tags,
    ...standing(entry),
    uses,
  };
}

export function guidanceRow(entry: GuidanceEntry, nameOf: (id: string) => string | null, uses: EntryUses = unused): LibraryRow {
  const names = entry.functionIds.flatMap((id) => nameOf(id) ?? []);
  const summary = names.length === 0 ? '' : `about ${names.join(', ')}`;
  return { kind: 'guidance', name: entry.title, version: entry.version, effectClass: null, summary, tags: [], ...standing(entry), uses };
}

function standing({ id, isDeleted, status }: FunctionEntry | GuidanceEntry): Pick<LibraryRow, 'id' | 'status' | 'reasons'> {
  return { id, status: isDeleted ? 'deleted' : status.kind, reasons: status.kind === 'stale' ? status.reasons : [] };
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)|^.*/.exec(text.replaceAll(/\s+/g, ' ').trim())?.[0] ?? '';
