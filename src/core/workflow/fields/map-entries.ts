import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap } from 'yaml';
import { quoted } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { AliasTargets } from '../yaml/aliases.ts';
import type { Table } from './field-table.ts';

/** What reading a node needs to know of the file it stands in. */
export interface Reading {
  readonly diagnoses: Diagnoses;
  readonly aliases: AliasTargets;
  /** What this kind of file may say. */
  readonly table: Table;
}

export type MapNode = YAMLMap.Parsed<ParsedNode, ParsedNode | null>;

/** One key of a map with its value, its own or one that `<<` brought. */
export interface MapEntry {
  readonly name: string;
  readonly key: Place;
  readonly value: ParsedNode | null;
  /** Where the `<<` stands that brought it: that is where this map says it. null for a key of its own. */
  readonly via: Place | null;
}

export const placeOf = ({ range }: ParsedNode): Place => ({ start: range[0], end: range[1] });

/** The node that is meant; null for an alias that names nothing, and for a key without a value. */
export function nodeMeant(node: ParsedNode | null, { aliases }: Reading): ParsedNode | null {
  // An anchor never stands on an alias, so one look is enough.
  return node !== null && isAlias(node) ? (aliases.get(node) ?? null) : node;
}

/** The keys of a map, each once: its own first, then what `<<` brings, the first map that has a key winning. */
export function entriesOf(map: MapNode, reading: Reading): MapEntry[] {
  const entries = new Map<string, MapEntry>();
  collect(map, null, entries, reading);
  return [...entries.values()];
}

function collect(map: MapNode, via: Place | null, entries: Map<string, MapEntry>, reading: Reading): void {
  const own = new Map<string, Place>();
  const merges: { key: Place; value: ParsedNode | null }[] = [];
  for (const { key: keyNode, value } of map.items) {
    const key = placeOf(keyNode);
    const name = keyName(keyNode, reading);
    if (name === null) continue;
    const first = own.get(name);
    if (first !== undefined) {
      const { diagnoses } = reading;
      diagnoses.report(
        'workflow/duplicate-key',
        key,
        `duplicate key ${quoted(name)}`,
        `the first is on line ${diagnoses.lineOf(first)}; delete one of them`,
      );
      continue;
    }
    own.set(name, key);
    if (isMergeKey(keyNode)) merges.push({ key, value });
    else if (!entries.has(name)) entries.set(name, { name, key, value, via });
  }
  for (const { key, value } of merges) {
    for (const source of mergeSources(value, key, reading)) collect(source, via ?? key, entries, reading);
  }
}

/** The name that a key gives, by its source text. A list or map as a key is none, and reported. */
function keyName(keyNode: ParsedNode, reading: Reading): string | null {
  const node = nodeMeant(keyNode, reading);
  if (isScalar(node)) return node.source as string;
  if (node !== null)
    reading.diagnoses.report(
      'workflow/unknown-key',
      placeOf(keyNode),
      'a list or map can be no key',
      'a text that begins with { or [ must be quoted',
    );
  return null;
}

const isMergeKey = (node: ParsedNode): boolean => isScalar(node) && node.source === '<<' && node.type === 'PLAIN';

function mergeSources(value: ParsedNode | null, key: Place, reading: Reading): MapNode[] {
  const node = nodeMeant(value, reading);
  const sources = isSeq<ParsedNode>(node) ? node.items.map((item) => nodeMeant(item, reading)) : [node];
  const maps = sources.filter((source) => isMap<ParsedNode, ParsedNode | null>(source)) as MapNode[];
  if (sources.some((source) => source !== null && !isMap(source))) {
    reading.diagnoses.report('workflow/wrong-type', key, '"<<" takes a map, or a list of maps');
  }
  return maps;
}
