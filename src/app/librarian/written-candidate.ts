import type { Prepared, WrittenFunction } from '../../agent/library/library-desk.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { nearText, nearVerdicts } from '../library/near-verdicts.ts';
import { type CandidateSurroundings, readCandidate } from '../library/read-candidate.ts';

/** What a model's function is held against besides the library. */
export type ProjectSurroundings = Pick<CandidateSurroundings, 'primitives' | 'callable' | 'redactor'>;

/** Reads a function as a model wrote it, of which nothing is run: the edit that stores it, or all that is wrong with it, in words for that model. */
export async function writtenCandidate(
  library: Library,
  written: WrittenFunction,
  state: LibraryState,
  project: ProjectSurroundings,
): Promise<Result<Prepared, string>> {
  const { isNewVersion: overwrite, force, parents } = written;
  const environments = [...state.environments.values()].filter(({ isDeleted }) => !isDeleted);
  const read = readCandidate(
    { ...written, overwrite, cases: [] },
    { ...project, functions: state.byName.keys(), environments: new Map(environments.map(({ name, packages }) => [name, packages])) },
  );
  if (!read.ok) return fail(`It was not stored:\n${read.failure.map(lineOf).join('\n')}`);
  const { candidate, warnings } = read.value;
  if (overwrite && !state.byName.has(candidate.name))
    return fail(`There is no function ${candidate.name} of which this could be a new version: add_function stores a new one.`);
  const near = await nearVerdicts(library, state, candidate);
  const found = near.ok ? near.value.filter(({ name }) => name !== candidate.name && !parents.includes(name)) : [];
  const words = found.map((each) => `${nearText(candidate.name, each)}: ${each.reasons.join('; ')}`);
  if (!force && found.some(({ verdict, isSure }) => verdict === 'duplicate' && isSure))
    return fail(`It was not stored, as it is there already (with force: true it is stored all the same):\n${words.join('\n')}`);
  const edit = { kind: 'add_function', candidate, overwrite, force, parents, elsewhere: [...project.callable] } as const;
  return ok({ edit, remarks: [...warnings.map(lineOf), ...words] });
}

const lineOf = ({ line, column, message, hint }: Diagnostic): string =>
  `line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
