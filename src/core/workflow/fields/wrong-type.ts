import { isMap, isScalar, type ParsedNode } from 'yaml';
import { quoted } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import { textOf } from '../yaml/scalar-values.ts';
import type { Reading } from './map-entries.ts';

/** A value that is to be read. */
export interface Spot {
  readonly name: string;
  readonly node: ParsedNode;
  readonly place: Place;
  readonly reading: Reading;
}

/** Reports a value that is not of the type that is wanted, which is to be left out. */
export function wrongType({ name, node, place, reading }: Spot, wanted: string, hint?: string): undefined {
  const found = isScalar(node) ? quoted(textOf(node)) : isMap(node) ? 'a map' : 'a list';
  reading.diagnoses.report('workflow/wrong-type', place, `${name} must be ${wanted}; here is ${found}`, hint);
}
