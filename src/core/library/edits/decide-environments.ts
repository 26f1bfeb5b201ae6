import { quoted } from '../../model/shown-text.ts';
import { type EnvironmentEntry, newest } from '../entries/library-entry.ts';
import { type Deciding, namesText } from './deciding.ts';
import { missingIn } from './function-environment.ts';
import type { LibraryEdit } from './library-edit.ts';

type PutEnvironment = Extract<LibraryEdit, { readonly kind: 'put_environment' }>;

const nameForm = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const pinnedForm = /^(?:@[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/;

/** A new environment, or a new version of one: all functions that use it then have that. */
export function putEnvironment(deciding: Deciding, edit: PutEnvironment): null {
  const { name, packages, manifest, lock, exists } = edit;
  const { staged } = deciding;
  checkForm(deciding, edit);
  const entry = staged.environmentOf(name);
  const isThere = entry !== null && !entry.isDeleted;
  if (exists && !isThere) unknownEnvironment(deciding, name);
  if (!exists && isThere)
    deciding.fault('library/name-taken', `there is an environment ${name} already`, `change it: pawl library env update ${name} PACKAGE…`);
  if (isThere) {
    for (const user of staged.usersOf(name)) {
      const missing = missingIn({ packages }, newest(user).imports);
      if (missing.length > 0)
        deciding.fault(
          'library/in-use',
          `the function ${user.name} imports ${namesText(missing)}`,
          'keep that package, or change the function first',
        );
    }
    if (entry.manifest === manifest && entry.lock === lock) {
      deciding.remark(`the environment ${name} has these packages as it is`);
      return null;
    }
  }
  const environment: EnvironmentEntry = { name, version: (entry?.version ?? 0) + 1, packages, manifest, lock, isDeleted: false };
  deciding.change({ type: 'environment.stored', environment });
  return null;
}

function checkForm(deciding: Deciding, { name, packages }: PutEnvironment): void {
  const wrong = (message: string, hint: string) => deciding.fault('library/invalid-environment', message, hint);
  if (!nameForm.test(name))
    wrong(`${quoted(name)} is no name of an environment`, 'small letters, digits and dashes between them, 64 at most');
  if (packages.length === 0) wrong(`the environment ${name} has no packages`, 'name at least one');
  for (const each of packages.filter((one) => !pinnedForm.test(one)))
    wrong(`${quoted(each)} is no exact version of a package`, 'such as left-pad@1.3.0');
}

/** Refused while a living function uses it. */
export function deleteEnvironment(deciding: Deciding, name: string): null {
  const { staged } = deciding;
  const users = staged.usersOf(name);
  if (staged.environmentOf(name)?.isDeleted !== false) unknownEnvironment(deciding, name);
  else if (users.length > 0) {
    deciding.fault(
      'library/in-use',
      `the environment ${name} is used by ${namesText(users.map((user) => user.name))}`,
      'delete these functions first, or give them another one',
    );
  } else deciding.change({ type: 'environment.deleted', name });
  return null;
}

export function restoreEnvironment(deciding: Deciding, name: string): null {
  const entry = deciding.staged.environmentOf(name);
  if (entry === null) unknownEnvironment(deciding, name);
  else if (entry.isDeleted) deciding.change({ type: 'environment.restored', name });
  else deciding.fault('library/not-deleted', `the environment ${name} is not deleted`, 'there is nothing to restore');
  return null;
}

const unknownEnvironment = (deciding: Deciding, name: string): void =>
  deciding.fault('library/unknown-environment', `there is no environment ${quoted(name)}`, 'pawl library env  lists those that there are');
