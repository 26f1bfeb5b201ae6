import { quoted } from '../../model/shown-text.ts';
import type { Leeway } from './find-unlike.ts';
import { formNames } from './input-leeway.ts';
import type { NumberShape } from './shape.ts';
import { hasForm } from './text-form.ts';

/** So many have to have been alike before "always" means something. */
const enough = 3;

/** Of an answer as a whole: how the call went. There another number is another outcome. */
const outcomes = new Set(['$.status', '$.statusCode', '$.code', '$.exitCode', '$.exit']);

/** How it came rather than what came: it changes with every server on the way. */
const carriers = new Set(['$.headers', '$.bytes']);

/**
 * What answers to reads may be without being suspect. The world's data change every day, so values are free; its forms are not. A unit that changed
 * (seconds that became milliseconds) is told by a size that is a hundred times off.
 */
export const answerLeeway: Leeway = {
  number: (seen, value, path) => {
    if (outcomes.has(path) && seen.values !== undefined && !seen.values.includes(value))
      return `is ${value}, where it was always ${seen.values.join(' or ')}`;
    return isFarOff(seen, value) ? `is ${value}, a hundred times off what was seen (${seen.lowest} to ${seen.highest})` : null;
  },
  text: ({ seen, shortest, form }, value) => {
    if (seen < enough) return null;
    if (value === '') return shortest > 0 ? 'is empty, where there has always been something' : null;
    return form === undefined || hasForm(form, value) ? null : `is ${quoted(value)}, where it was always written as ${formNames[form]}`;
  },
  list: ({ seen, shortest }, length) =>
    length === 0 && shortest > 0 && seen >= enough ? 'is empty, where there has always been something' : null,
  isUnknownFine: true,
  always: enough,
  passes: (path) => carriers.has(path),
};

function isFarOff({ seen, lowest, highest, least }: NumberShape, value: number): boolean {
  if (seen < enough || least === null || value === 0) return false;
  const size = Math.abs(value);
  // Small whole numbers (counts, indexes) go from 1 to 150 on a busy day; that is no unit that changed.
  return size > 100 * Math.max(Math.abs(lowest), Math.abs(highest), 10) || (lowest !== 0 && size < least / 100);
}
