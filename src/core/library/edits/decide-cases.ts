import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import { isOfInput } from '../cases/case-input.ts';
import { caseFaultText, jsonText } from '../cases/case-text.ts';
import { withCase } from '../entries/evolve-function.ts';
import type { FunctionEntry, RegressionCase } from '../entries/library-entry.ts';
import type { Deciding } from './deciding.ts';
import { livingFunction } from './living-function.ts';

/** A case with all its calls, as canonical JSON, in UTF-16 units. What is larger makes each look at its function slow, and is tried by nobody's eyes. */
const longestCaseChars = 256 * 1024;

/**
 * A call with what it gave, on which later versions must agree. What was said of an input is not overwritten: whoever may not take a case away could
 * else change what a function has to do by saying something else of it.
 */
export function addCase(deciding: Deciding, name: string, added: RegressionCase): string | null {
  const entry = livingFunction(deciding, name);
  if (entry !== null) storeCases(deciding, entry.id, [{ holder: name, cases: entry.cases }], [added]);
  return entry?.id ?? null;
}

/** Whoever takes it away says that the function need not give this any more. */
export function removeCase(deciding: Deciding, name: string, input: Json): string | null {
  const entry = livingFunction(deciding, name);
  if (entry === null) return null;
  if (entry.cases.some((each) => isOfInput(each, input))) deciding.change({ type: 'function.uncased', id: entry.id, input });
  else
    deciding.fault(
      'library/unknown-id',
      `${name} has no case of the input ${jsonText(input)}`,
      `pawl library show ${name}  has its cases, with their numbers`,
    );
  return entry.id;
}

interface Holder {
  readonly holder: string;
  readonly cases: readonly RegressionCase[];
}

/** Its own, and those of what it was made of: whoever replaces them must agree with all. Where two of them disagree nobody can. */
export function mergeCases(
  deciding: Deciding,
  id: string,
  existing: FunctionEntry | null,
  made: readonly FunctionEntry[],
  own: readonly RegressionCase[],
): void {
  const parents = made.filter((parent) => parent.id !== id);
  const holders = [...(existing === null ? [] : [existing]), ...parents].map(({ name, cases }) => ({ holder: name, cases }));
  for (const [at, one] of holders.entries()) for (const other of holders.slice(at + 1)) faultWhereTheyDisagree(deciding, one, other);
  let brought: readonly RegressionCase[] = [];
  for (const each of parents.flatMap(({ cases }) => cases))
    if (existing?.cases.some((known) => isOfInput(known, each.input)) !== true) brought = withCase(brought, each);
  storeCases(deciding, id, [], brought);
  storeCases(deciding, id, holders, own);
}

function faultWhereTheyDisagree(deciding: Deciding, one: Holder, other: Holder): void {
  for (const { input, output } of one.cases) {
    const says = other.cases.find((each) => isOfInput(each, input));
    if (says === undefined || canonicalText(says.output) === canonicalText(output)) continue;
    deciding.fault(
      'library/case-differs',
      `${one.holder} and ${other.holder} disagree, so nothing can stand for both: for the input ${jsonText(input)} a case of ${one.holder} has ${jsonText(output)}, and one of ${other.holder} has ${jsonText(says.output)}`,
      `leave one of them out of the parents; where a case is wrong, a person takes it away: pawl library case ${other.holder} --remove N`,
    );
  }
}

function storeCases(deciding: Deciding, id: string, holders: readonly Holder[], cases: readonly RegressionCase[]): void {
  for (const added of cases) {
    const { input, output } = added;
    const length = canonicalText(added).length;
    if (length > longestCaseChars)
      deciding.fault(
        'library/invalid-case',
        `the case of the input ${jsonText(input)} has ${length} characters`,
        `it may have ${longestCaseChars}: take a smaller input`,
      );
    for (const { holder, cases: known } of holders) {
      const says = known.find((each) => isOfInput(each, input));
      if (says !== undefined && canonicalText(says.output) !== canonicalText(output))
        deciding.fault('library/case-differs', caseFaultText({ name: holder, case: says, got: jsonText(output) }), takenAwayHint(holder));
    }
    deciding.change({ type: 'function.case', id, case: added });
  }
}

const takenAwayHint = (name: string): string =>
  `one input has one case: where that one is wrong, a person takes it away first: pawl library case ${name} --remove N`;
