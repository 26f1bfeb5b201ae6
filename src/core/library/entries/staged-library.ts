import { type FunctionChange, functionAfter } from './evolve-function.ts';
import { type EnvironmentChange, environmentAfter, type GuidanceChange, guidanceAfter } from './evolve-guidance.ts';
import { IdIndex } from './id-index.ts';
import type { LibraryChange, LoggedChange } from './library-change.ts';
import { type EnvironmentEntry, type FunctionEntry, type GuidanceEntry, newest } from './library-entry.ts';
import type { LibraryView } from './library-view.ts';

/**
 * A library with changes on top that are not stored yet: it answers as if they were. What was not touched is asked of the library
 * below, so that ten edits of ten thousand functions cost what they touch.
 */
export class StagedLibrary implements LibraryView {
  /** As they stand now: those that changes have touched. */
  readonly functions = new Map<string, FunctionEntry>();
  readonly guidance = new Map<string, GuidanceEntry>();
  readonly environments = new Map<string, EnvironmentEntry>();
  readonly changes: LibraryChange[] = [];
  readonly #below: LibraryView;
  readonly #names = new IdIndex();
  readonly #callers = new IdIndex();
  readonly #users = new IdIndex();
  readonly #about = new IdIndex();
  readonly #taken = new IdIndex();

  constructor(below: LibraryView) {
    this.#below = below;
  }

  apply(change: LibraryChange): void {
    this.changes.push(change);
    switch (change.type) {
      case 'guidance.stored':
      case 'guidance.staled':
      case 'guidance.renewed':
      case 'guidance.deleted':
      case 'guidance.restored':
        this.#applyToGuidance(change);
        break;
      case 'environment.stored':
      case 'environment.deleted':
      case 'environment.restored':
        this.#applyToEnvironment(change);
        break;
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
        this.#applyToFunction(change);
        break;
    }
  }

  /** An entry as it stands, from a state that was folded before. */
  putFunction(entry: FunctionEntry): void {
    const { id, name, isDeleted, takenWith } = entry;
    this.functions.set(id, entry);
    const { dependsOn, environment } = newest(entry);
    this.#names.set(id, [name]);
    this.#callers.set(id, isDeleted ? [] : dependsOn);
    this.#users.set(id, isDeleted || environment === null ? [] : [environment]);
    this.#taken.set(id, takenWith === null ? [] : [takenWith]);
  }

  putGuidance(entry: GuidanceEntry): void {
    const { id, functionIds, isDeleted, takenWith } = entry;
    this.guidance.set(id, entry);
    this.#about.set(id, isDeleted ? [] : functionIds);
    this.#taken.set(id, takenWith === null ? [] : [takenWith]);
  }

  putEnvironment(entry: EnvironmentEntry): void {
    this.environments.set(entry.name, entry);
  }

  functionOf(id: string): FunctionEntry | null {
    return this.functions.get(id) ?? this.#below.functionOf(id);
  }

  living(name: string): FunctionEntry | null {
    const found = this.#functionsIn(this.#names.of(name)).find(({ isDeleted }) => !isDeleted);
    if (found !== undefined) return found;
    const below = this.#below.living(name);
    return below === null || this.functions.has(below.id) ? null : below;
  }

  named(name: string): readonly FunctionEntry[] {
    const below = this.#below.named(name);
    const known = new Set(below.map(({ id }) => id));
    const now = below.map((entry) => this.functions.get(entry.id) ?? entry);
    return [...now, ...this.#functionsIn(this.#names.of(name)).filter(({ id }) => !known.has(id))];
  }

  callersOf(name: string): readonly FunctionEntry[] {
    return this.#over(this.#below.callersOf(name), this.functions, this.#functionsIn(this.#callers.of(name)));
  }

  usersOf(environment: string): readonly FunctionEntry[] {
    return this.#over(this.#below.usersOf(environment), this.functions, this.#functionsIn(this.#users.of(environment)));
  }

  guidanceOf(id: string): GuidanceEntry | null {
    return this.guidance.get(id) ?? this.#below.guidanceOf(id);
  }

  guidanceAbout(functionId: string): readonly GuidanceEntry[] {
    return this.#over(this.#below.guidanceAbout(functionId), this.guidance, this.#guidanceIn(this.#about.of(functionId)));
  }

  environmentOf(name: string): EnvironmentEntry | null {
    return this.environments.get(name) ?? this.#below.environmentOf(name);
  }

  takenWith(id: string): { readonly functions: readonly FunctionEntry[]; readonly guidance: readonly GuidanceEntry[] } {
    const below = this.#below.takenWith(id);
    const ids = this.#taken.of(id);
    return {
      functions: this.#over(below.functions, this.functions, this.#functionsIn(ids)),
      guidance: this.#over(below.guidance, this.guidance, this.#guidanceIn(ids)),
    };
  }

  changesOfSet(set: string): readonly LoggedChange[] {
    return this.#below.changesOfSet(set);
  }

  changesOfEntry(entry: string): readonly LoggedChange[] {
    return this.#below.changesOfEntry(entry);
  }

  #applyToFunction(change: FunctionChange): void {
    const after = functionAfter(
      change.type === 'function.stored' ? this.functionOf(change.version.id) : this.functionOf(change.id),
      change,
    );
    if (after !== null) this.putFunction(after);
  }

  #applyToGuidance(change: GuidanceChange): void {
    const after = guidanceAfter(change.type === 'guidance.stored' ? null : this.guidanceOf(change.id), change);
    if (after !== null) this.putGuidance(after);
  }

  #applyToEnvironment(change: EnvironmentChange): void {
    const after = environmentAfter(change.type === 'environment.stored' ? null : this.environmentOf(change.name), change);
    if (after !== null) this.putEnvironment(after);
  }

  #functionsIn(ids: ReadonlySet<string>): FunctionEntry[] {
    return [...ids].flatMap((id) => this.functions.get(id) ?? []);
  }

  #guidanceIn(ids: ReadonlySet<string>): GuidanceEntry[] {
    return [...ids].flatMap((id) => this.guidance.get(id) ?? []);
  }

  /** What is below and was not touched, and then what was. */
  #over<T extends { readonly id: string }>(below: readonly T[], touched: ReadonlyMap<string, T>, now: readonly T[]): readonly T[] {
    return [...below.filter(({ id }) => !touched.has(id)), ...now];
  }
}
