import { isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import type { Json } from '../../model/json.ts';
import { quoted } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import { textOf } from '../yaml/scalar-values.ts';
import { entriesOf, type MapNode, nodeMeant, placeOf, type Reading } from './map-entries.ts';

/** YAML read as JSON, with the place of each part. */
export interface JsonTree {
  readonly json: Json;
  readonly place: Place;
  /** Of a map, in its order; of anything else none. */
  readonly members: ReadonlyMap<string, JsonMember>;
  /** Of a list; of anything else none. */
  readonly items: readonly JsonTree[];
}

interface JsonMember {
  readonly key: Place;
  readonly tree: JsonTree;
}

const nothing = { members: new Map<string, JsonMember>(), items: [] };

/** A node as JSON; undefined where a part of it can not be, which is then reported. Keys count by their source text. */
export function readJson(written: ParsedNode | null, place: Place, reading: Reading): JsonTree | undefined {
  if (written === null) return { ...nothing, json: null, place };
  const node = nodeMeant(written, reading);
  if (node === null) return undefined;
  if (isScalar(node)) return scalarTree(node, place, reading);
  if (isSeq<ParsedNode>(node)) {
    const items = node.items.map((item) => readJson(item, placeOf(item), reading));
    if (items.includes(undefined)) return undefined;
    const read = items as JsonTree[];
    return { ...nothing, items: read, json: read.map(({ json }) => json), place };
  }
  return mapTree(node as MapNode, place, reading);
}

function mapTree(map: MapNode, place: Place, reading: Reading): JsonTree | undefined {
  const members = new Map<string, JsonMember>();
  let whole = true;
  for (const { name, key, value, via } of entriesOf(map, reading)) {
    const tree = readJson(value, via ?? (value === null ? key : placeOf(value)), reading);
    if (tree === undefined) whole = false;
    else members.set(name, { key: via ?? key, tree });
  }
  const json = Object.fromEntries([...members].map(([name, { tree }]) => [name, tree.json]));
  return whole ? { ...nothing, members, json, place } : undefined;
}

function scalarTree(scalar: Scalar, place: Place, { diagnoses }: Reading): JsonTree | undefined {
  const json = scalar.value as Json;
  if (typeof json !== 'number' || Number.isFinite(json)) return { ...nothing, json, place };
  diagnoses.report(
    'workflow/wrong-type',
    place,
    `${quoted(textOf(scalar))} is no number that JSON can hold`,
    'write a number, or a text in quotes',
  );
  return undefined;
}
