import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import { visible } from '../../model/shown-text.ts';
import type { RegressionCase } from '../entries/library-entry.ts';

const shownChars = 300;

/** A value in a sentence: as JSON, on one line, cut where it is long. */
export function jsonText(value: Json): string {
  const text = visible(canonicalText(value));
  return text.length > shownChars ? `${text.slice(0, shownChars)}… (${text.length} characters)` : text;
}

/** Where a case came from, in a few words. */
export const caseOrigin = ({ run }: Pick<RegressionCase, 'run'>): string => (run === null ? '' : `, as run ${run} saw it`);

/** That something else came than a case has. `got`: in words. */
export const caseFaultText = ({
  name,
  case: one,
  got,
}: {
  readonly name: string;
  readonly case: RegressionCase;
  readonly got: string;
}): string =>
  `a case of ${name} says that for the input ${jsonText(one.input)} it gives ${jsonText(one.output)}${caseOrigin(one)}; this is ${got}`;
