import type { PinnedFunction } from '../../core/events/event-parts.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Functions, StoredFunction } from '../../ports/functions.ts';
import type { Store } from '../../ports/store.ts';
import { recordedText } from '../history/recorded-workflow.ts';
import { closureOf, pinOf } from './pinned-closure.ts';

type Found = Result<StoredFunction | null, Failure>;

/**
 * The stored functions that a run goes by, with all runs within it: each as it was when it was used for the first time, or when the workflow
 * began that names it, however the files and the library change meanwhile. Journals have them, so whoever takes the run up has the same.
 */
export class RunPins {
  private readonly store: Store;
  private readonly run: string;
  private readonly found = new Map<string, Promise<Found>>();
  private readonly recorded = new Set<string>();
  private before: Promise<Result<void, Failure>> | null = null;

  /** `run`: the outermost one. `pinned`: what it began with, where it is a workflow's. */
  constructor(store: Store, run: string, pinned: readonly PinnedFunction[] = []) {
    this.store = store;
    this.run = run;
    this.begin(pinned);
  }

  /** Goes by these, which a workflow's run begins with. */
  begin(pinned: readonly PinnedFunction[]): void {
    for (const pin of pinned) this.keep(pin);
  }

  /** Reads what journals of the run have of functions that no workflow named as it began; once. */
  load(): Promise<Result<void, Failure>> {
    this.before ??= this.readJournals();
    return this.before;
  }

  /** Whether it knows none by now. */
  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  /** Functions as the run goes by them; one that it did not know yet is found in `functions`, and kept from then on with all that it calls. */
  over(functions: Functions | null): Functions | null {
    if (functions === null && this.isEmpty) return null;
    return {
      find: (name) => this.find(functions, name),
      names: async () => {
        const all = functions === null ? ok([]) : await functions.names();
        return all.ok ? ok([...new Set([...all.value, ...this.found.keys()])].sort()) : all;
      },
      list: async () => {
        const all = functions === null ? ok([]) : await functions.list();
        if (!all.ok) return all;
        const names = [...new Set([...all.value.map(({ name }) => name), ...this.found.keys()])].sort();
        const listed: StoredFunction[] = [];
        for (const name of names) {
          const one = (await this.found.get(name)) ?? ok(all.value.find((each) => each.name === name) ?? null);
          if (!one.ok) return one;
          if (one.value !== null) listed.push(one.value);
        }
        return ok(listed);
      },
    };
  }

  /** What is to be written down before this one is used: itself and all that it calls, where that was not yet. */
  async unrecorded(stored: StoredFunction): Promise<Result<readonly PinnedFunction[], Failure>> {
    const closure = await closureOf(stored, async (name) => (await this.found.get(name)) ?? ok(null));
    if (!closure.ok) return closure;
    const pins: PinnedFunction[] = [];
    for (const each of closure.value.filter(({ name }) => !this.recorded.has(name))) {
      const pin = await pinOf(this.store.blobs, each, async (name) => (await this.found.get(name)) ?? ok(null));
      if (!pin.ok) return pin;
      pins.push(pin.value);
    }
    for (const { name } of pins) this.recorded.add(name);
    return ok(pins);
  }

  private async find(functions: Functions | null, name: string): Promise<Found> {
    const known = this.found.get(name);
    if (known !== undefined) return known;
    const before = await this.load();
    if (!before.ok) return before;
    const finding = this.found.get(name) ?? (functions === null ? Promise.resolve(ok(null)) : functions.find(name));
    this.found.set(name, finding);
    const one = await finding;
    // One that is not there may come to be.
    if (!one.ok || one.value === null) {
      this.found.delete(name);
      return one;
    }
    for (const called of one.value.calls) {
      const all = await this.find(functions, called);
      if (!all.ok) return all;
    }
    return one;
  }

  private async readJournals(): Promise<Result<void, Failure>> {
    const runs = await this.store.journal.runs();
    if (!runs.ok) return runs;
    for (const { run } of runs.value.filter((row) => row.run === this.run || row.run.startsWith(`${this.run}.`))) {
      const events = await this.store.journal.read(run);
      if (!events.ok) return events;
      for (const { event } of events.value) if (event.type === 'function.pinned') this.keep(event.function);
    }
    return ok(undefined);
  }

  private keep(pin: PinnedFunction): void {
    if (this.found.has(pin.name)) return;
    this.recorded.add(pin.name);
    this.found.set(pin.name, storedAs(this.store, pin));
  }
}

/** A function as it was written down. */
async function storedAs({ blobs }: Store, pin: PinnedFunction): Promise<Found> {
  const { name, description, input, digest, calls, entry, environment: packages } = pin;
  const code = await textOf(blobs, pin.source);
  if (!code.ok) return fail({ ...code.failure, message: `the text of ${name} is not to be had any more: ${code.failure.message}` });
  const common = { name, description, input, digest, calls, entry, code: code.value };
  if (packages === null) return ok({ ...common, environment: null });
  const manifest = await textOf(blobs, packages.manifest);
  if (!manifest.ok) return manifest;
  const lock = await textOf(blobs, packages.lock);
  if (!lock.ok) return lock;
  return ok({ ...common, environment: { packages: packages.packages, manifest: manifest.value, lock: lock.value } });
}

/** Those of a run that has begun: what its journals say, a workflow's or an act's. */
export async function pinsOfRun(store: Store, run: string): Promise<Result<RunPins, Failure>> {
  const events = await store.journal.read(run);
  if (!events.ok) return events;
  const isWorkflow = events.value[0]?.event.type === 'run.started';
  const pins = new RunPins(store, run, isWorkflow ? (recordedText(events.value).functions ?? []) : []);
  const loaded = await pins.load();
  return loaded.ok ? ok(pins) : loaded;
}
