import { isMap } from 'yaml';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import { resolveAliases } from '../yaml/aliases.ts';
import { type FileKind, readYaml } from '../yaml/yaml-document.ts';
import { readFields } from './field-reader.ts';
import type { Table } from './field-table.ts';
import type { Fields } from './fields.ts';
import { type MapNode, nodeMeant, placeOf } from './map-entries.ts';

/**
 * Reads a text whose root is the map `root` of a table: text → document → fields. Null where nothing can be made of it, which
 * is then among the diagnoses.
 */
export function readDocument<M extends keyof T & string, T extends Table>(
  root: M,
  table: T,
  kind: FileKind,
  diagnoses: Diagnoses,
): Fields<M, T> | null {
  const document = readYaml(diagnoses, kind);
  if (document === null) return diagnoses.hasErrors ? null : { place: { start: 0, end: 0 }, values: {}, unread: new Set() };
  const aliases = resolveAliases(document, diagnoses);
  if (aliases === null) return null;
  const reading = { diagnoses, aliases, table };
  const node = nodeMeant(document, reading);
  if (isMap(node)) return readFields<M, T>(root, node as MapNode, reading);
  diagnoses.report('workflow/wrong-type', placeOf(document), `a ${kind.noun} is a map of keys`, kind.beginning);
  return null;
}
