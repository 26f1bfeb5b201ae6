import { quoted } from '../../model/shown-text.ts';
import type { CodeFacts } from './code-facts.ts';
import type { Report } from './report.ts';

const longestName = 80;

/** A name that a person and a model can say, that is one of JavaScript too, and is nobody else's. */
export function nameRules({ exported }: CodeFacts, overwrite: boolean, functions: ReadonlyMap<string, unknown>, report: Report): void {
  if (exported === null) return;
  const { name, at } = exported;
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(name))
    report(
      'function/name',
      at,
      `${quoted(name)} begins with a small letter and goes on with letters, digits and _`,
      'as in countOpenInvoices',
    );
  else if (name === 'constructor') report('function/name', at, 'constructor means something else of every object', 'say what it makes');
  else if (name.length > longestName)
    report(
      'function/name',
      at,
      `a name has at most ${longestName} characters, and this one has ${name.length}`,
      'the docstring says the rest',
    );
  if (functions.has(name) && !overwrite)
    report(
      'function/name-taken',
      at,
      `there is a function ${name}`,
      'overwrite (--overwrite, overwrite: true) makes this a new version of it; else give it another name',
    );
}
