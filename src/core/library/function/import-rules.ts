import { listed, quoted, shown } from '../../model/shown-text.ts';
import type { CodeFacts } from './code-facts.ts';
import type { Report } from './report.ts';

/** Packages of npm from a pinned environment, and no modules of any other kind. */
export function importRules(
  { imports, exported }: CodeFacts,
  environment: string | null,
  environments: ReadonlyMap<string, readonly string[]>,
  report: Report,
): void {
  const packages = environment === null ? undefined : environments.get(environment);
  if (environment !== null && packages === undefined)
    report(
      'function/unknown-environment',
      exported?.at ?? { line: 1, column: 1, length: 1 },
      `there is no environment ${quoted(environment)}`,
      environments.size === 0 ? 'add it first' : `there are ${listed([...environments.keys()])}`,
    );
  for (const { name, at } of imports) {
    const wanted = packageIn(name);
    if (wanted === null) report('function/import', at, `${quoted(name)} is no package of npm`, otherwise(name));
    else if (environment === null)
      report(
        'function/no-environment',
        at,
        `${shown(wanted)} is a package, and the function has no environment`,
        'name an environment that has it',
      );
    else if (packages !== undefined && !packages.includes(wanted))
      report(
        'function/missing-package',
        at,
        `the environment ${shown(environment)} has no ${shown(wanted)}`,
        `it has ${packages.length === 0 ? 'no packages' : listed(packages)}`,
      );
  }
}

/** The package that a specifier names, `a` of `a/b` and `@a/b` of `@a/b/c`; null where it names a file, an address, or a part of Node. */
function packageIn(specifier: string): string | null {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i.exec(specifier)?.[0] ?? null;
}

const otherwise = (specifier: string): string =>
  specifier.startsWith('node:')
    ? 'Node is not there: use ctx'
    : 'a stored function stands alone: put the code into it, or call another by ctx.call';
