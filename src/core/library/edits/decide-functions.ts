import { digestOf } from '../../model/digest.ts';
import { type FunctionEntry, newest } from '../entries/library-entry.ts';
import { mergeCases } from './decide-cases.ts';
import type { Deciding } from './deciding.ts';
import { checkEnvironment } from './function-environment.ts';
import type { LibraryEdit } from './library-edit.ts';
import { livingFunction } from './living-function.ts';

type AddFunction = Extract<LibraryEdit, { readonly kind: 'add_function' }>;

/** A new function, or with `overwrite` a new version of the living one of this name. */
export function addFunction(deciding: Deciding, { candidate, overwrite, parents = [], elsewhere = [] }: AddFunction): string {
  const { source, normalised, cases, ...facts } = candidate;
  const { name } = facts;
  const existing = deciding.staged.living(name);
  if (existing !== null && !overwrite) {
    deciding.fault(
      'library/name-taken',
      `there is a function ${name} already, in its version ${newest(existing).version}`,
      'to make this its next version say so (--overwrite, overwrite: true), or take another name',
    );
  }
  checkEnvironment(deciding, facts);
  const made = parents.flatMap((parent) => livingFunction(deciding, parent) ?? []);
  const id = existing?.id ?? deciding.newId('f');
  if (existing === null) remarkOnNamesake(deciding, name);
  else deciding.remark(`${name} has a new version, ${newest(existing).version + 1}; the one before it is kept`);
  deciding.change({
    type: 'function.stored',
    version: {
      ...facts,
      id,
      version: existing === null ? 1 : newest(existing).version + 1,
      sourceDigest: digestOf(source),
      codeDigest: digestOf(normalised),
      provenance: deciding.provenance(made.map((parent) => parent.id)),
      atMs: deciding.set.atMs,
    },
  });
  mergeCases(deciding, id, existing, [...made, ...replacedBy(deciding, name, id)], cases);
  deciding.added.set(id, { edit: deciding.edit, elsewhere });
  return id;
}

/** Who deletes a function and adds one of its name in the same set makes a new version in all but name: what it gave holds for that too. */
function replacedBy({ before }: Deciding, name: string, id: string): readonly FunctionEntry[] {
  const was = before.living(name);
  return was === null || was.id === id ? [] : [was];
}

function remarkOnNamesake(deciding: Deciding, name: string): void {
  const gone = deciding.staged.named(name).at(-1);
  if (gone !== undefined) deciding.remark(`an earlier function ${name} (${gone.id}) is deleted, and cannot come back under this name`);
}

/** The same function in another environment is a version of its own: what a run has pinned stays what it was. */
export function setEnvironment(deciding: Deciding, name: string, environment: string | null): string | null {
  const entry = livingFunction(deciding, name);
  if (entry === null) return null;
  const now = newest(entry);
  if (now.environment === environment) {
    deciding.remark(environment === null ? `${name} has no environment as it is` : `${name} has the environment ${environment} as it is`);
    return entry.id;
  }
  checkEnvironment(deciding, { ...now, environment });
  const { atMs } = deciding.set;
  const version = { ...now, environment, version: now.version + 1, provenance: deciding.provenance([]), atMs };
  deciding.change({ type: 'function.stored', version });
  return entry.id;
}
