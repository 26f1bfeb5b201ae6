import type { EnvironmentEntry, FunctionVersion } from '../entries/library-entry.ts';
import { type Deciding, namesText } from './deciding.ts';

/** Says what is wrong with the environment of a function: none where it imports packages, one that is not there, one without them. */
export function checkEnvironment(
  deciding: Deciding,
  { name, imports, environment }: Pick<FunctionVersion, 'name' | 'imports' | 'environment'>,
): void {
  if (environment === null) {
    if (imports.length === 0) return;
    deciding.fault(
      'library/needs-environment',
      `the function ${name} imports ${namesText(imports)}, and has no environment`,
      'make one with these packages first (pawl library env add NAME PACKAGE…), and name it with the function',
    );
    return;
  }
  const found = deciding.staged.environmentOf(environment);
  if (found === null || found.isDeleted) {
    deciding.fault(
      'library/unknown-environment',
      found === null ? `there is no environment ${environment}` : `the environment ${environment} is deleted`,
      found === null ? 'pawl library env  lists those that there are' : `bring it back first: pawl library env restore ${environment}`,
    );
    return;
  }
  const missing = missingIn(found, imports);
  if (missing.length === 0) return;
  deciding.fault(
    'library/needs-environment',
    `the function ${name} imports ${namesText(missing)}, which the environment ${environment} does not have`,
    `add to it: pawl library env update ${environment} ${missing.join(' ')}`,
  );
}

/** What of these imports an environment lacks. */
export const missingIn = ({ packages }: Pick<EnvironmentEntry, 'packages'>, imports: readonly string[]): readonly string[] =>
  imports.filter((each) => !packages.some((pinned) => pinned.slice(0, pinned.lastIndexOf('@')) === packageOf(each)));

/** The package that an import is of: "a/b" is of a, "@s/a/b" of @s/a. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
