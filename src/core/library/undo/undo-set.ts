import type { Deciding } from '../edits/deciding.ts';
import { functionAfter } from '../entries/evolve-function.ts';
import { environmentAfter, guidanceAfter } from '../entries/evolve-guidance.ts';
import { entryOf, type LoggedChange } from '../entries/library-change.ts';
import type { EnvironmentEntry, FunctionEntry, GuidanceEntry } from '../entries/library-entry.ts';
import type { Course } from './undo-course.ts';
import { undoEnvironment } from './undo-environment.ts';
import { dropFunctions, putFunctionBack } from './undo-function.ts';
import { undoGuidance } from './undo-guidance.ts';

/**
 * Takes back everything that a set brought: what it added becomes a tombstone, what it deleted lives again, and of what it changed the
 * former version is put back as a new one. Refused where somebody has changed the same since.
 */
export function undoSet(deciding: Deciding, set: string): null {
  const log = deciding.staged.changesOfSet(set);
  if (log.length === 0) {
    deciding.fault('library/unknown-set', `no set of changes ${set} was applied to this library`, 'pawl library history  lists them');
    return null;
  }
  const first = (log[0] as LoggedChange).seq;
  const last = (log.at(-1) as LoggedChange).seq;
  const courses = coursesOf(deciding, new Set(log.map(({ change }) => entryOf(change))), first, last);
  // What comes back may need an environment; what goes lets go of guidance first, and of environments last.
  for (const course of courses.environments) if (!isNew(course)) undoEnvironment(deciding, course);
  for (const course of courses.guidance) if (isNew(course)) undoGuidance(deciding, course);
  dropFunctions(deciding, courses.functions.filter(isNew));
  for (const course of courses.functions) if (!isNew(course)) putFunctionBack(deciding, course);
  for (const course of courses.guidance) if (!isNew(course)) undoGuidance(deciding, course);
  for (const course of courses.environments) if (isNew(course)) undoEnvironment(deciding, course);
  return null;
}

const isNew = ({ was }: Course<{ readonly isDeleted: boolean }>): boolean => was === null || was.isDeleted;

interface Courses {
  readonly functions: readonly Course<FunctionEntry>[];
  readonly guidance: readonly Course<GuidanceEntry>[];
  readonly environments: readonly Course<EnvironmentEntry>[];
}

function coursesOf({ staged }: Deciding, entries: ReadonlySet<string>, first: number, last: number): Courses {
  const functions: Course<FunctionEntry>[] = [];
  const guidance: Course<GuidanceEntry>[] = [];
  const environments: Course<EnvironmentEntry>[] = [];
  for (const entry of entries) {
    const log = staged.changesOfEntry(entry);
    const states = { was: foldedOf(log.filter(({ seq }) => seq < first)), left: foldedOf(log.filter(({ seq }) => seq <= last)) };
    const now = { function: staged.functionOf(entry), guidance: staged.guidanceOf(entry), environment: staged.environmentOf(entry) };
    if (states.left.function && now.function) functions.push({ was: states.was.function, left: states.left.function, now: now.function });
    if (states.left.guidance && now.guidance) guidance.push({ was: states.was.guidance, left: states.left.guidance, now: now.guidance });
    if (states.left.environment && now.environment)
      environments.push({ was: states.was.environment, left: states.left.environment, now: now.environment });
  }
  return { functions, guidance, environments };
}

interface Folded {
  readonly function: FunctionEntry | null;
  readonly guidance: GuidanceEntry | null;
  readonly environment: EnvironmentEntry | null;
}

/** The log of one entry. An environment may be called as an id is: so each kind is folded by its own changes. */
function foldedOf(log: readonly LoggedChange[]): Folded {
  let folded: Folded = { function: null, guidance: null, environment: null };
  for (const { change } of log) folded = foldedWith(folded, change);
  return folded;
}

function foldedWith(folded: Folded, change: LoggedChange['change']): Folded {
  switch (change.type) {
    case 'guidance.stored':
    case 'guidance.staled':
    case 'guidance.renewed':
    case 'guidance.deleted':
    case 'guidance.restored':
      return { ...folded, guidance: guidanceAfter(folded.guidance, change) };
    case 'environment.stored':
    case 'environment.deleted':
    case 'environment.restored':
      return { ...folded, environment: environmentAfter(folded.environment, change) };
    case 'function.stored':
    case 'function.raised':
    case 'function.classed':
    case 'function.staled':
    case 'function.renewed':
    case 'function.archived':
    case 'function.pinned':
    case 'function.unpinned':
    case 'function.case':
    case 'function.uncased':
    case 'function.deleted':
    case 'function.restored':
      return { ...folded, function: functionAfter(folded.function, change) };
  }
}
