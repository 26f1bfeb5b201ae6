import { quoted } from '../model/shown-text.ts';
import type { Diagnoses } from './diagnoses.ts';
import { fieldTable, type MapName, rowsOf } from './field-table.ts';
import type { MapEntry } from './map-entries.ts';

const mapNames = Object.keys(fieldTable) as MapName[];

/** Reports a key that the table does not have; gives the key of the same map that was most likely meant. */
export function reportUnknownKey(map: MapName, { name, key }: MapEntry, diagnoses: Diagnoses): string | null {
  const { noun, fields } = rowsOf(map);
  const keys = Object.keys(fields);
  const sameThing = keys.find((known) => fields[known]?.alsoCalled?.includes(name.toLowerCase()));
  const home = mapNames.find((other) => Object.hasOwn(rowsOf(other).fields, name));
  const near = sameThing === undefined && home === undefined ? diagnoses.nearest(name, keys) : null;
  let hint = `the keys here are ${keys.join(', ')}`;
  if (sameThing !== undefined) hint = `here it is called "${sameThing}"`;
  else if (home !== undefined) hint = `it belongs in ${rowsOf(home).noun}`;
  else if (near !== null) hint = `did you mean "${near}"?`;
  diagnoses.report('workflow/unknown-key', key, `unknown key ${quoted(name)} in ${noun}`, hint);
  return sameThing ?? near;
}
