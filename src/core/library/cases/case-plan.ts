import { canonicalText } from '../../model/canonical-json.ts';
import { digestOf } from '../../model/digest.ts';
import { type Closure, closureOf } from '../closure.ts';
import { type EnvironmentEntry, type FunctionEntry, newest, type RegressionCase } from '../entries/library-entry.ts';
import type { LibraryView } from '../entries/library-view.ts';
import type { StagedLibrary } from '../entries/staged-library.ts';
import { isSameCase } from './case-input.ts';

/** A function whose cases must be tried before a set is applied, with all that it is tried in. */
export interface PlannedTrial {
  readonly id: string;
  readonly name: string;
  /** With what it reaches, as all of it would stand. */
  readonly closure: Closure;
  readonly environments: readonly EnvironmentEntry[];
  readonly cases: readonly PlannedCase[];
  /** The edit that makes it necessary. */
  readonly edit: number;
  /** Names of what it calls, at however many removes, that the set changes; none = it is changed itself. */
  readonly through: readonly string[];
  /** Of all that its cases depend on, but for themselves. */
  readonly digest: string;
}

export interface PlannedCase {
  /** As `pawl library show` counts them, from 1. */
  readonly number: number;
  readonly case: RegressionCase;
}

export interface CasePlan {
  /** The same for the same code, packages and cases; '' where nothing has to be tried. */
  readonly digest: string;
  /** What is changed itself first, then what calls it. */
  readonly trials: readonly PlannedTrial[];
}

/** What a set was decided to come to, as far as its cases go. */
export interface CasesOf {
  readonly after: StagedLibrary;
  /** Which edit made a function (by its id) or an environment (by its name) what it is. */
  readonly madeBy: ReadonlyMap<string, number>;
}

/**
 * Which cases a set puts in question: all of a function that computes something else afterwards (by its own code, by what it reaches, by packages),
 * or lives again; and those that are new. Changes of layout, comments, marks and guidance put none in question.
 */
export function casePlan(before: LibraryView, { after, madeBy }: CasesOf): CasePlan {
  const trials: PlannedTrial[] = [];
  for (const id of idsInQuestion(before, after)) {
    const entry = after.functionOf(id) as FunctionEntry;
    const cases = casesInQuestion(before, after, entry);
    if (cases.length > 0) trials.push(plannedTrial(before, { after, madeBy }, entry, cases));
  }
  const parts = trials.map(({ id, digest, cases }) => [id, digest, cases.map((each) => each.case)]);
  return { digest: trials.length === 0 ? '' : digestOf(canonicalText(parts)), trials };
}

/** All cases of a function as it stands. */
export function standingTrial(view: LibraryView, entry: FunctionEntry): PlannedTrial {
  const closure = closureOf(view, entry);
  return {
    ...{ id: entry.id, name: entry.name, closure, environments: environmentsOf(view, closure), cases: numbered(entry) },
    ...{ edit: 0, through: [], digest: digestFor(closure) },
  };
}

function plannedTrial(before: LibraryView, { after, madeBy }: CasesOf, entry: FunctionEntry, cases: readonly PlannedCase[]): PlannedTrial {
  const standing = standingTrial(after, entry);
  const { closure, environments } = standing;
  const below = closure.functions.filter(({ id, version }) => id !== entry.id && isOtherVersion(before, id, version));
  const made = [entry.id, ...below.map(({ id }) => id), ...environments.map(({ name }) => name)].flatMap((key) => madeBy.get(key) ?? []);
  const isOwn = madeBy.has(entry.id);
  return { ...standing, cases, edit: made[0] as number, through: isOwn ? [] : below.map(({ name }) => name) };
}

/** Living functions that the set touches, and all who call them. */
function idsInQuestion(before: LibraryView, after: StagedLibrary): ReadonlySet<string> {
  const changed = new Set<string>();
  const ids = new Set<string>();
  for (const entry of after.functions.values()) {
    if (entry.isDeleted) continue;
    ids.add(entry.id);
    const was = before.functionOf(entry.id);
    if (was === null || was.isDeleted || was.versions.length !== entry.versions.length) changed.add(entry.id);
  }
  for (const name of after.environments.keys())
    for (const { id } of after.usersOf(name)) {
      ids.add(id);
      changed.add(id);
    }
  for (const id of changed)
    for (const caller of after.callersOf((after.functionOf(id) as FunctionEntry).name)) {
      ids.add(caller.id);
      changed.add(caller.id);
    }
  return ids;
}

function casesInQuestion(before: LibraryView, after: LibraryView, entry: FunctionEntry): readonly PlannedCase[] {
  if (entry.cases.length === 0) return [];
  const was = before.functionOf(entry.id);
  const all = numbered(entry);
  if (was === null || was.isDeleted || digestFor(closureOf(before, was)) !== digestFor(closureOf(after, entry))) return all;
  return all.filter((each) => !was.cases.some((old) => isSameCase(old, each.case)));
}

const numbered = ({ cases }: FunctionEntry): PlannedCase[] => cases.map((each, at) => ({ number: at + 1, case: each }));

/** Its closure's, and the schemas of what can be called: they follow from types, which that digest does not cover, and refuse arguments. */
const digestFor = (closure: Closure): string =>
  digestOf(canonicalText([closure.digest, closure.functions.map(({ name, input }) => [name, input])]));

const environmentsOf = (view: LibraryView, { environments }: Closure): readonly EnvironmentEntry[] =>
  environments.map(({ name }) => view.environmentOf(name) as EnvironmentEntry);

const isOtherVersion = (view: LibraryView, id: string, version: number): boolean => {
  const was = view.functionOf(id);
  return was === null || was.isDeleted || newest(was).version !== version;
};
