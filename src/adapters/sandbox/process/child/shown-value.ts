import { inspect } from 'node:util';
import { wellFormed } from './well-formed.ts';

/** A value as a person reads it, without running any code of it. */
export function shownValue(value: unknown, mostCharacters: number): string {
  let text: string;
  try {
    text = inspect(value, { depth: 3, maxArrayLength: 50, maxStringLength: mostCharacters, breakLength: 120, customInspect: false });
  } catch {
    text = `a ${typeof value} that cannot be shown`;
  }
  return wellFormed(text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`);
}
