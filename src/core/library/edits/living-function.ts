import type { FunctionEntry } from '../entries/library-entry.ts';
import type { Deciding } from './deciding.ts';

/** The living function that an edit names; null = there is none, which is told. */
export function livingFunction(deciding: Deciding, name: string): FunctionEntry | null {
  const entry = deciding.staged.living(name);
  if (entry !== null) return entry;
  const gone = deciding.staged.named(name).length > 0;
  deciding.fault(
    'library/unknown-name',
    gone ? `the function ${name} is deleted` : `there is no function ${name}`,
    gone ? `bring it back: pawl library restore ${name}` : 'search for it by what it does; names differ by case',
  );
  return null;
}
