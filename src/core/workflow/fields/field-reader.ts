import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { durationMsOf } from '../../model/duration.ts';
import { quoted, shown } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import { flagOf, integerOf, numberOf, textOf } from '../yaml/scalar-values.ts';
import { type FieldRow, type FieldTable, type FieldType, rowsOf, type Table } from './field-table.ts';
import type { Entry, Field, Fields, Item, Named } from './fields.ts';
import { readJson } from './json-tree.ts';
import { entriesOf, type MapNode, nodeMeant, placeOf, type Reading } from './map-entries.ts';
import { reportUnknownKey } from './unknown-key.ts';
import { type Spot, wrongType } from './wrong-type.ts';

/** Reads a map of the file by its table, which `T` is the type of. What can not be read is reported and left out. */
export function readFields<M extends keyof T & string, T extends Table = FieldTable>(
  name: M,
  map: MapNode,
  reading: Reading,
): Fields<M, T> {
  const { fields } = rowsOf(reading.table, name);
  const values: Record<string, Field<unknown>> = {};
  const unread = new Set<string>();
  for (const entry of entriesOf(map, reading)) {
    const row = Object.hasOwn(fields, entry.name) ? fields[entry.name] : undefined;
    if (row === undefined) {
      const meant = reportUnknownKey(name, entry, reading);
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
  return { place: placeOf(map), values: values as Fields<M, T>['values'], unread };
}

/** The value in the type that the table wants; undefined where it is not of that type, which is then reported. */
function readValue(type: FieldType, spot: Spot): unknown {
  const { node, place, reading } = spot;
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
    case 'number':
      return (
        (isScalar(node) ? numberOf(node) : null) ?? wrongType(spot, 'a number', isQuoted(node) ? 'write it without quotes' : undefined)
      );
    case 'duration':
      return isScalar(node) ? readDuration(textOf(node), spot) : wrongType(spot, 'a duration, such as 5m');
    case 'textOrTexts':
      if (isScalar(node)) return textOf(node);
      return isSeq<ParsedNode>(node)
        ? readTexts(node.items, spot)
        : wrongType(spot, 'the id of a step, or a list', isFlowMap(node) ? 'an id stands here without braces' : undefined);
    case 'textMap':
      return isMap(node)
        ? readTextMap(node as MapNode, spot)
        : wrongType(spot, 'a map of names and texts', `write it so: ${spot.name}: {NAME: value}`);
    case 'json':
      return isMap(node) ? readJson(node, place, reading) : wrongType(spot, 'a map', 'the smallest that says something: {type: object}');
    case 'texts':
      return isSeq<ParsedNode>(node)
        ? readTexts(node.items, spot)
        : wrongType(spot, 'a list', `write it in brackets: ${spot.name}: [one, two]`);
    case 'map':
      return readMap(type, spot);
    case 'maps':
      return isSeq<ParsedNode>(node) ? readMaps(type.map, node.items, spot) : wrongType(spot, 'a list', 'each entry begins with "- "');
    case 'namedMaps':
      return isMap(node) ? readNamed(type, node as MapNode, spot) : wrongType(spot, `a map: ${type.of} and what belongs to it`);
  }
}

function readMap({ map, short }: Extract<FieldType, { kind: 'map' }>, spot: Spot): unknown {
  const { node, place, reading } = spot;
  if (isMap(node)) {
    // `gate: {{name}}` is a map to YAML, and never meant as one.
    const braces = short !== undefined && isFlowMap(node) && sourceOf(spot).startsWith('{{');
    return braces ? wrongType(spot, 'text', `quote it: "${sourceOf(spot)}"`) : readFields<string, Table>(map, node as MapNode, reading);
  }
  if (short === undefined) return wrongType(spot, mapOf(map, spot));
  const { type } = rowsOf(reading.table, map).fields[short] as FieldRow;
  if (!isScalar(node)) return wrongType(spot, `${type.kind === 'text' ? 'text' : 'a whole number'}, or ${mapOf(map, spot)}`);
  const value = readValue(type, spot);
  return value === undefined ? undefined : { place, values: { [short]: { value, key: place, place } }, unread: new Set() };
}

function readDuration(text: string, { name, place, reading }: Spot): number | undefined {
  const ms = durationMsOf(text);
  if (ms !== null) return ms;
  const unit = /^\s*[1-9]\d*\s*$/.test(text)
    ? `write its unit: ${text.trim()}s or ${text.trim()}m`
    : 'a number above 0 and its unit: 500ms, 30s, 5m, 1.5h';
  reading.diagnoses.report('workflow/invalid-duration', place, `${name} ${quoted(text)} is no duration`, unit);
  return undefined;
}

function readTextMap(map: MapNode, spot: Spot): Entry[] {
  const entries: Entry[] = [];
  for (const { name, key, value, via } of entriesOf(map, spot.reading)) {
    const node = nodeMeant(value, spot.reading);
    const place = via ?? (value === null ? key : placeOf(value));
    const { diagnoses } = spot.reading;
    if (value === null || (isScalar(node) && node.value === null))
      diagnoses.report('workflow/wrong-type', place, `${spot.name}.${shown(name)} has no value`, 'write "" for an empty text');
    else if (isScalar(node)) entries.push({ name, key: via ?? key, text: textOf(node), place });
    else if (node !== null) wrongType({ ...spot, name: `${spot.name}.${shown(name)}`, node, place }, 'text');
  }
  return entries;
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

function readMaps(map: string, items: readonly ParsedNode[], spot: Spot): Fields<string, Table>[] | undefined {
  const maps: Fields<string, Table>[] = [];
  for (const item of items) {
    const node = nodeMeant(item, spot.reading);
    const fields = readEntry(map, { ...spot, name: `an entry of ${spot.name}`, place: placeOf(item) }, node);
    if (fields !== undefined) maps.push(fields);
  }
  return some(maps, items);
}

function readNamed(type: Extract<FieldType, { kind: 'namedMaps' }>, map: MapNode, spot: Spot): Named<Fields<string, Table>>[] | undefined {
  const named: Named<Fields<string, Table>>[] = [];
  const entries = entriesOf(map, spot.reading);
  for (const { name, key, value, via } of entries) {
    const place = via ?? (value === null ? key : placeOf(value));
    const node = nodeMeant(value, spot.reading);
    const fields = value === null ? nothingAt(place) : readEntry(type.map, { ...spot, name: shown(name), place }, node);
    if (fields !== undefined) named.push({ name, key: via ?? key, fields });
  }
  return some(named, entries);
}

/** An entry of nothing lacks all that it should have, which the rules say. */
const nothingAt = (place: Place): Fields<string, Table> => ({ place, values: {}, unread: new Set() });

function readEntry(map: string, spot: Omit<Spot, 'node'>, node: ParsedNode | null): Fields<string, Table> | undefined {
  if (node === null) return undefined;
  if (isMap(node)) return readFields<string, Table>(map, node as MapNode, spot.reading);
  if (isScalar(node) && node.value === null) return nothingAt(spot.place);
  return wrongType({ ...spot, node }, mapOf(map, spot));
}

/** What could be read of a list; undefined where it was not empty and nothing could. */
const some = <T>(read: T[], items: readonly unknown[]): T[] | undefined => (read.length === 0 && items.length > 0 ? undefined : read);

const mapOf = (map: string, { reading }: Pick<Spot, 'reading'>): string =>
  `a map of keys: ${Object.keys(rowsOf(reading.table, map).fields).join(', ')}`;

const isFlowMap = (node: ParsedNode): boolean => isMap(node) && node.flow === true;

const isQuoted = (node: ParsedNode): boolean => isScalar(node) && node.type !== 'PLAIN' && /^\s*-?\d+(\.\d+)?\s*$/.test(textOf(node));

const sourceOf = ({ place, reading }: Spot): string => shown(reading.diagnoses.source.text.slice(place.start, place.end));
