import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { quoted, shown } from '../model/shown-text.ts';
import type { Place } from '../model/source-text.ts';
import { type FieldType, type MapName, rowsOf } from './field-table.ts';
import type { Field, Fields, Item } from './fields.ts';
import { entriesOf, type MapNode, nodeMeant, placeOf, type Reading } from './map-entries.ts';
import { flagOf, integerOf, textOf } from './scalar-values.ts';
import { reportUnknownKey } from './unknown-key.ts';

/** Reads a map of the file by the field table. What can not be read is reported and left out. */
export function readFields<M extends MapName>(name: M, map: MapNode, reading: Reading): Fields<M> {
  const { fields } = rowsOf(name);
  const values: Record<string, Field<unknown>> = {};
  const unread = new Set<string>();
  for (const entry of entriesOf(map, reading)) {
    const row = Object.hasOwn(fields, entry.name) ? fields[entry.name] : undefined;
    if (row === undefined) {
      const meant = reportUnknownKey(name, entry, reading.diagnoses);
      if (meant !== null) unread.add(meant);
      continue;
    }
    const node = nodeMeant(entry.value, reading);
    if (entry.value === null || (isScalar(node) && node.value === null)) continue;
    const place = entry.via ?? placeOf(entry.value);
    const value = node === null ? undefined : readValue(row.type, { name: entry.name, node, place, reading });
    if (value === undefined) unread.add(entry.name);
    else values[entry.name] = { value, key: entry.via ?? entry.key, place };
  }
  // The table types what the loop above has read by the same table.
  return { place: placeOf(map), values: values as Fields<M>['values'], unread };
}

/** A value that is to be read. */
interface Spot {
  readonly name: string;
  readonly node: ParsedNode;
  readonly place: Place;
  readonly reading: Reading;
}

/** The value in the type that the table wants; undefined where it is not of that type, which is then reported. */
function readValue(type: FieldType, spot: Spot): unknown {
  const { node, reading } = spot;
  switch (type.kind) {
    case 'text':
      return isScalar(node) ? textOf(node) : wrongType(spot, 'text', isFlowMap(node) ? `quote it: "${sourceOf(spot)}"` : undefined);
    case 'choice':
      return isScalar(node) ? readChoice(type, textOf(node), spot) : wrongType(spot, type.of.join(' or '));
    case 'flag':
      return (isScalar(node) ? flagOf(node) : null) ?? wrongType(spot, 'true or false');
    case 'integer':
      return (
        (isScalar(node) ? integerOf(node) : null) ??
        wrongType(spot, 'a whole number', isQuoted(node) ? 'write it without quotes' : undefined)
      );
    case 'texts':
      return isSeq<ParsedNode>(node)
        ? readTexts(node.items, spot)
        : wrongType(spot, 'a list', `write it in brackets: ${spot.name}: [one, two]`);
    case 'map':
      return isMap(node) ? readFields(type.map, node as MapNode, reading) : wrongType(spot, `a map of keys: ${keysOf(type.map)}`);
    case 'maps':
      return isSeq<ParsedNode>(node) ? readMaps(type.map, node.items, spot) : wrongType(spot, 'a list', 'each entry begins with "- "');
  }
}

function readChoice(type: Extract<FieldType, { kind: 'choice' }>, text: string, { name, place, reading }: Spot): string | undefined {
  if (type.of.includes(text)) return text;
  const { diagnoses } = reading;
  diagnoses.report(
    type.code,
    place,
    `invalid ${name} ${quoted(text)}`,
    diagnoses.didYouMean(text, type.of, `it is ${type.of.join(' or ')}`),
  );
  return undefined;
}

function readTexts(items: readonly ParsedNode[], spot: Spot): Item[] | undefined {
  const texts: Item[] = [];
  for (const item of items) {
    const node = nodeMeant(item, spot.reading);
    if (isScalar(node)) texts.push({ text: node.value === null ? '' : textOf(node), place: placeOf(item) });
    else if (node !== null) wrongType({ ...spot, name: `an entry of ${spot.name}`, node, place: placeOf(item) }, 'text');
  }
  return some(texts, items);
}

function readMaps<M extends MapName>(map: M, items: readonly ParsedNode[], spot: Spot): Fields<M>[] | undefined {
  const maps: Fields<M>[] = [];
  for (const item of items) {
    const node = nodeMeant(item, spot.reading);
    if (isMap(node)) maps.push(readFields(map, node as MapNode, spot.reading));
    // An entry of nothing lacks all that it should have, which the rules say.
    else if (isScalar(node) && node.value === null) maps.push({ place: placeOf(item), values: {}, unread: new Set() });
    else if (node !== null)
      wrongType({ ...spot, name: `an entry of ${spot.name}`, node, place: placeOf(item) }, `a map of keys: ${keysOf(map)}`);
  }
  return some(maps, items);
}

/** What could be read of a list; undefined where it was not empty and nothing could. */
const some = <T>(read: T[], items: readonly unknown[]): T[] | undefined => (read.length === 0 && items.length > 0 ? undefined : read);

function wrongType({ name, node, place, reading }: Spot, wanted: string, hint?: string): undefined {
  const found = isScalar(node) ? quoted(textOf(node)) : isMap(node) ? 'a map' : 'a list';
  reading.diagnoses.report('workflow/wrong-type', place, `${name} must be ${wanted}; here is ${found}`, hint);
}

const keysOf = (map: MapName): string => Object.keys(rowsOf(map).fields).join(', ');

const isFlowMap = (node: ParsedNode): boolean => isMap(node) && node.flow === true;

const isQuoted = (node: ParsedNode): boolean => isScalar(node) && node.type !== 'PLAIN' && /^\s*-?\d+\s*$/.test(textOf(node));

const sourceOf = ({ place, reading }: Spot): string => shown(reading.diagnoses.source.text.slice(place.start, place.end));
