import { canonicalText } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import type { RegressionCase } from '../entries/library-entry.ts';

/** Whether a case is the one of this input: the order of its members says nothing. */
export const isOfInput = (each: RegressionCase, input: Json): boolean => canonicalText(each.input) === canonicalText(input);

/** Whether two cases say the same of the same call, whoever has seen it. */
export const isSameCase = (one: RegressionCase, other: RegressionCase): boolean => canonicalText(one) === canonicalText(other);
