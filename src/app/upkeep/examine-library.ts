import { checkLibrary } from '../../adapters/store/sqlite/examine-library.ts';
import { libraryDoctor } from '../library/library-doctor.ts';
import { rootOf, stateFolder } from '../project/root.ts';
import { type Finding, troubleOf } from './finding.ts';

/** The library of this folder: whether it is whole, and how much in it wants a look. Nothing where there is none. */
export async function libraryFindings(cwd: string): Promise<Finding[]> {
  const checked = await checkLibrary(stateFolder(rootOf(cwd)));
  if (!checked.ok) return [troubleOf('library', 'bad', checked.failure)];
  if (checked.value === null) return [];
  const { functions, guidance, changes } = checked.value;
  const troubles = await libraryDoctor(cwd);
  const looks = troubles.ok ? troubles.value.length : 0;
  return [
    { what: 'library', state: 'good', found: `${functions} functions and ${guidance} pieces of guidance, ${changes} changes` },
    ...(looks === 0 ? [] : [{ what: 'library', state: 'poor' as const, found: `${looks} of it want a look`, hint: 'pawl library doctor' }]),
  ];
}
