import { quoted } from '../../model/shown-text.ts';
import { rowsOf } from './field-table.ts';
import type { MapEntry, Reading } from './map-entries.ts';

/** Reports a key that the table does not have; gives the key of the same map that was most likely meant. */
export function reportUnknownKey(map: string, { name, key }: MapEntry, { diagnoses, table }: Reading): string | null {
  const { noun, fields } = rowsOf(table, map);
  const keys = Object.keys(fields);
  const sameThing = keys.find((known) => fields[known]?.alsoCalled?.includes(name.toLowerCase()));
  const home = Object.values(table).find((other) => Object.hasOwn(other.fields, name));
  const near = sameThing === undefined && home === undefined ? diagnoses.nearest(name, keys) : null;
  let hint = `the keys here are ${keys.join(', ')}`;
  if (sameThing !== undefined) hint = `here it is called "${sameThing}"`;
  else if (home !== undefined) hint = `it belongs in ${home.noun}`;
  else if (near !== null) hint = `did you mean "${near}"?`;
  diagnoses.report('workflow/unknown-key', key, `unknown key ${quoted(name)} in ${noun}`, hint);
  return sameThing ?? near;
}
