import type { EditsResult } from '../../core/events/act-event.ts';
import { casePlan } from '../../core/library/cases/case-plan.ts';
import { decideEdits } from '../../core/library/edits/decide-edits.ts';
import type { EditFault } from '../../core/library/edits/edit-fault.ts';
import { editText } from '../../core/library/edits/edit-text.ts';
import type { EditSet, LibraryEdit } from '../../core/library/edits/library-edit.ts';
import { evolveLibrary, viewOf } from '../../core/library/entries/evolve-library.ts';
import type { CaseCall, FunctionVersion } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { LibraryView } from '../../core/library/entries/library-view.ts';
import type { SearchText } from '../../core/library/search/search-text.ts';
import { searchedFunction, searchedGuidance } from '../../core/library/searched-text.ts';
import { digestOf } from '../../core/model/digest.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Value } from '../../core/model/value.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActCourse } from '../act-course.ts';
import { applyTried, faultsOf, remarksOf, sourceWith } from './apply-tried.ts';
import { faultsText } from './faults-text.ts';
import type { Changed, LibraryDesk, WrittenCase, WrittenEnvironment, WrittenFunction } from './library-desk.ts';
import type { LibraryService } from './library-service.ts';
import { recordedCase } from './recorded-case.ts';
import { sourceIn } from './source-in.ts';
import { type AgreedCases, tryCases } from './try-cases.ts';

interface Staging {
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** The librarian's run: its edits are one set, by this id, so that they are carried out once. */
  readonly run: string;
  readonly model: string;
  readonly why: string;
  /** The act that it looks at, and what that asked of its primitives: cases are tried with it. */
  readonly about: string;
  readonly calls: () => Promise<Result<readonly CaseCall[], Failure>>;
  readonly course: Pick<ActCourse, 'state'>;
}

interface Base {
  readonly state: LibraryState;
  readonly view: LibraryView;
  /** How often its edits had stood against the library when it was read. */
  readonly conflicts: number;
}

/** The library for a librarian: what it changes is set down in its journal alone, and seen by what it reads from then on. */
export class StagedDesk implements LibraryDesk {
  private readonly service: LibraryService;
  private readonly staging: Staging;
  private base: Promise<Result<Base, Failure>> | null = null;
  private basedOn = 0;
  private readonly texts = new Map<Value, LibraryEdit>();
  private readonly agreed: AgreedCases = new Set();

  constructor(service: LibraryService, staging: Staging) {
    this.service = service;
    this.staging = staging;
  }

  async read(): Promise<Result<LibraryState, Failure>> {
    const base = await this.based();
    if (!base.ok) return base;
    const edits = await this.edits();
    if (!edits.ok) return edits;
    return ok(this.after(base.value, edits.value));
  }

  async source({ sourceDigest }: FunctionVersion): Promise<Result<string, Failure>> {
    const edits = await this.edits();
    if (!edits.ok) return edits;
    for (const edit of edits.value)
      if (edit.kind === 'add_function' && digestOf(edit.candidate.source) === sourceDigest) return ok(edit.candidate.source);
    return sourceIn(this.service.library, sourceDigest);
  }

  /** What is set down is not in the index yet: it comes first where it has a word of the query. */
  async search(kind: 'function' | 'guidance', query: string, most: number): Promise<Result<readonly string[], Failure>> {
    const [base, now] = [await this.based(), await this.read()];
    if (!base.ok) return base;
    if (!now.ok) return now;
    const found = await this.service.search(kind, query, most);
    if (!found.ok) return found;
    const fresh =
      kind === 'function'
        ? freshOf(base.value.state.functions, now.value.functions).map((entry) => searchedFunction(entry, []))
        : freshOf(base.value.state.guidance, now.value.guidance).map((entry) => searchedGuidance(entry, []));
    const words = query
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2);
    const matching = fresh.flatMap((text) => (text !== null && hasAny(text, words) ? [text.id] : []));
    return ok([...new Set([...matching, ...found.value])].slice(0, most));
  }

  async candidate(written: WrittenFunction) {
    const state = await this.read();
    return state.ok ? this.service.candidate(written, state.value) : fail(state.failure.message);
  }

  async environment(written: WrittenEnvironment, signal: AbortSignal) {
    const state = await this.read();
    return state.ok ? this.service.environment(written, state.value, signal) : fail(state.failure.message);
  }

  async change(edit: LibraryEdit, _: number, signal?: AbortSignal): Promise<Result<Changed, string>> {
    const [base, edits] = [await this.based(), await this.edits()];
    if (!base.ok) return fail(base.failure.message);
    if (!edits.ok) return fail(edits.failure.message);
    const set = this.setOf([...edits.value, edit]);
    const decided = decideEdits(set, base.value.view);
    if (!decided.ok) {
      const own = decided.failure.filter((fault) => fault.edit === edits.value.length);
      return fail(faultsText(own.length > 0 ? own : decided.failure));
    }
    // What agreed with what was set down before is not run again; so all that differs now is of this edit.
    const plan = casePlan(base.value.view, decided.value);
    const tried = await tryCases(plan, {
      ...this.trying(),
      ...(signal === undefined ? {} : { signal }),
      source: sourceWith(this.service.library, set),
    });
    const differing = faultsOf(tried);
    if (differing.length > 0) return fail(faultsText(differing));
    return ok({ remarks: [...decided.value.remarks, ...remarksOf(tried)], id: decided.value.ids.at(-1) ?? null, isStaged: true });
  }

  async recordedCase(asked: WrittenCase, signal: AbortSignal): Promise<Result<LibraryEdit, string>> {
    const [state, edits, calls] = [await this.read(), await this.edits(), await this.staging.calls()];
    if (!state.ok) return fail(state.failure.message);
    if (!edits.ok) return fail(edits.failure.message);
    if (!calls.ok) return fail(calls.failure.message);
    const view = viewOf(state.value);
    const source = sourceWith(this.service.library, { edits: edits.value });
    const { name } = asked;
    const [input, output] = [await this.service.withoutSecrets(asked.input), await this.service.withoutSecrets(asked.output)];
    return recordedCase({ name, input, output }, view, {
      calls: calls.value,
      run: this.staging.about,
      source,
      trials: this.service.trials,
      signal,
    });
  }

  /** Carries out all that was set down against the library as it is by now. */
  async carryOut(): Promise<EditsResult> {
    const edits = await this.edits();
    if (!edits.ok) return { ok: false, told: `What you set down cannot be read: ${edits.failure.message}`, dropped: [] };
    const applied = await applyTried(this.service.library, this.setOf(edits.value), this.trying());
    if (applied.ok) return { ok: true, set: this.staging.run, changes: edits.value.map(editText) };
    if (applied.failure.kind === 'failed')
      return { ok: false, told: `Nothing was stored: ${applied.failure.failure.message}`, dropped: [] };
    return conflict(applied.failure.faults, edits.value);
  }

  private trying() {
    const { clock } = this.staging;
    return { trials: this.service.trials, monotonicMs: () => clock.monotonicMs(), agreed: this.agreed };
  }

  private setOf(edits: readonly LibraryEdit[]): EditSet {
    const { clock, run, model, why } = this.staging;
    return { id: run, atMs: clock.nowMs(), by: 'librarian', run, model, why, edits };
  }

  /** The library as it was read first, or after the last conflict. */
  private based(): Promise<Result<Base, Failure>> {
    const { conflicts } = this.staging.course.state;
    if (this.base === null || this.basedOn !== conflicts) {
      this.basedOn = conflicts;
      this.base = this.service.library
        .read()
        .then((now) => (now.ok ? ok({ state: now.value.state, view: viewOf(now.value.state), conflicts }) : now));
    }
    return this.base;
  }

  private async edits(): Promise<Result<readonly LibraryEdit[], Failure>> {
    const { staged } = this.staging.course.state;
    for (const value of staged) {
      if (this.texts.has(value)) continue;
      const text = await textOf(this.staging.blobs, value);
      if (!text.ok) return text;
      this.texts.set(value, JSON.parse(text.value) as LibraryEdit);
    }
    return ok(staged.map((value) => this.texts.get(value) as LibraryEdit));
  }

  /** Edits that the library does not take any more are told when all are carried out; until then they are as if they were not there. */
  private after(base: Base, edits: readonly LibraryEdit[]): LibraryState {
    const decided = decideEdits(this.setOf(edits), base.view);
    if (decided.ok) return evolveLibrary(base.state, decided.value.changes);
    const wrong = new Set(decided.failure.map(({ edit }) => edit));
    return this.after(
      base,
      edits.filter((_, at) => !wrong.has(at)),
    );
  }
}

/** Entries that were not there before, or stand differently. */
function hasAny({ name, description, parameters }: SearchText, words: readonly string[]): boolean {
  const whole = [name, description, ...parameters].join(' ').toLowerCase();
  return words.some((word) => whole.includes(word));
}

function freshOf<T extends { readonly id: string; readonly isDeleted: boolean }>(
  before: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
): T[] {
  return [...now.values()].filter((entry) => !entry.isDeleted && before.get(entry.id) !== entry);
}

function conflict(faults: readonly EditFault[], edits: readonly LibraryEdit[]): EditsResult {
  const dropped = [...new Set(faults.map(({ edit }) => edit))];
  const words = dropped.map(
    (at) => `- ${edits[at] === undefined ? 'an edit' : editText(edits[at])}: ${faultsText(faults.filter(({ edit }) => edit === at))}`,
  );
  const told =
    'The library has changed since you read it, and these changes of yours cannot be made any more. Nothing was stored yet; the others stay noted. ' +
    `Look again, make what is still right, and give your summary once more.\n${words.join('\n')}`;
  return { ok: false, told, dropped };
}
