import type { Driven } from '../../agent/drive-act.ts';
import type { Adopted } from '../../agent/tools/adopted-tools.ts';
import { actOf } from '../../core/act/act-of.ts';
import { type ActState, noTotals } from '../../core/act/act-state.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Json } from '../../core/model/json.ts';
import { usdOf } from '../../core/model/money.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import type { Value } from '../../core/model/value.ts';
import { textOf, valueOf } from '../../journaling/value-store.ts';
import type { Around as HandingOn } from '../../ports/around.ts';
import type { Functions, StoredFunction } from '../../ports/functions.ts';
import type { Handle } from '../../ports/handle.ts';
import type { Model } from '../../ports/model.ts';
import { type Primitive, type PrimitiveContext, type PrimitiveResult, primitive } from '../../ports/primitive.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { RunHandle } from '../handle/run-handle.ts';
import { eventsOf } from '../history/find-run.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { newRunToken } from '../surroundings/run-id.ts';
import { actArguments } from './act-arguments.ts';
import { type ActOptions, limitsOf } from './act-options.ts';
import { actResult } from './act-result.ts';
import { cancelAct } from './cancel-act.ts';
import { newNotified } from './notified.ts';
import type { OwnedAct } from './owned-act.ts';
import { QuestionsWithin } from './questions-within.ts';
import { type Watcher, watchedBy } from './watched-by.ts';

/** Acts within acts within acts: what is deeper would hardly be meant. */
const deepest = 4;

/** What code may say of an act that it begins. */
type Specialist = Pick<ActOptions, 'guidelines' | 'responseSchema' | 'model' | 'limits'> & {
  /** The stored functions that it may call; all where nothing is said. */
  readonly functions?: readonly string[];
  /** false: code goes on at once, and the act beside it. */
  readonly wait?: boolean;
};

/** The course of the act around it. */
export interface ActAround {
  readonly state: ActState;
  take(events: readonly ActRunEvent[]): Promise<unknown>;
  nextOp(): number;
}

interface Around {
  readonly act: OwnedAct;
  readonly settings: ActSettings;
  /** As it is by now; null before it goes on. */
  readonly course: () => ActAround | null;
  /** What those within it hear. */
  readonly handedOn: HandingOn;
  /** Resolves once it goes on. */
  readonly opened: Promise<ActAround>;
  readonly drive: (act: OwnedAct) => Promise<Result<Driven, Refusal>>;
}

/** What came of one, and what it took. */
interface Ended {
  readonly result: Result<Json, Failure>;
  /** null = not known. */
  readonly nanoUsd: number | null;
  readonly tokens: number;
  /** What it asks a person, without which it does not go on; null = it has ended. */
  readonly waits: string | null;
}

const longestTold = 16_000;

const aroundEnds = 'the act around it has ended';

/** The acts that code of an act begins: each is a run of its own within it, in the same folder. */
export class ActsWithin {
  private readonly around: Around;
  private readonly going = new Set<Promise<unknown>>();
  private readonly handles = new Map<string, RunHandle<Json>>();
  private readonly stopping = new AbortController();
  /** What the models of those within ask. */
  readonly questions: QuestionsWithin;

  constructor(around: Around) {
    this.around = around;
    this.questions = new QuestionsWithin(around.opened);
  }

  /** `ctx.act`. The very same call, made again after a crash, takes up the act that it began. */
  get primitive(): Primitive {
    return primitive({
      name: 'act',
      description:
        'Gives a part of the task to another model, which acts in the same folder as you do, and gives its answer: act(request, { guidelines, responseSchema, model, functions, limits: { turns, wallClock, budgetUsd, tokens }, wait }). It knows nothing but the request. With wait: false it goes on beside you, and you hear of its end.',
      arguments: actArguments,
      effect: 'write',
      settles: 'keyed',
      perform: (args, call) => {
        const performed = this.perform(args[0] as string, (args[1] ?? {}) as Specialist, call);
        this.track(performed);
        return performed;
      },
    });
  }

  /** Resolves when none goes on any more. */
  async ended(): Promise<void> {
    while (this.going.size > 0) await Promise.allSettled(this.going);
  }

  /** The handle of one that goes on beside the act around it. */
  adopted(run: string): Adopted | null {
    const handle = this.handles.get(run);
    return handle === undefined || handle.done() ? null : handle;
  }

  /** Takes up those that went on when the process ended. */
  takeUp(): void {
    for (const [run, { call }] of this.state.adopted) if (!this.handles.has(run)) this.track(this.taken(run, call));
  }

  /** Ends those that go on beside it. */
  stop(): void {
    this.stopping.abort(aroundEnds);
    for (const [run, { waits }] of this.state.adopted)
      if (waits !== null) this.track(this.around.opened.then((around) => this.drop(around, run, waits)));
  }

  private async taken(run: string, call: Value): Promise<void> {
    const text = await textOf(this.around.act.store.blobs, call);
    const [request, specialist = {}] = text.ok ? (JSON.parse(text.value) as [string, Specialist?]) : [''];
    this.goOn(run, request, specialist);
  }

  private get state(): ActState {
    return this.around.course()?.state ?? actOf(this.around.act.history);
  }

  private track(going: Promise<unknown>): void {
    const tracked = going.finally(() => this.going.delete(tracked));
    this.going.add(tracked);
    tracked.catch(() => {});
  }

  private async perform(request: string, specialist: Specialist, call: PrimitiveContext): Promise<Result<PrimitiveResult, Failure>> {
    const { act } = this.around;
    const run = `${act.run}.${call.op}`;
    if (run.split('.').length - 1 > deepest)
      return fail({
        kind: 'refused',
        message: `acts go ${deepest} deep within one another, and this would be one more`,
        hint: 'do it yourself',
      });
    if (specialist.wait === false) return this.adopt(run, request, specialist, call.op);
    const ended = await this.driven(run, request, specialist, AbortSignal.any([call.signal, act.signal]), null);
    if (ended.waits !== null) call.waits?.(ended.waits);
    call.spent?.(ended.nanoUsd);
    const { nanoUsd, tokens, result } = ended;
    return result.ok ? ok({ value: result.value, nanoUsd, usage: { nanoUsd, inputTokens: tokens, outputTokens: 0, model: null } }) : result;
  }

  /** It goes on beside the act around it; a call that is made again after a crash finds it there. */
  private async adopt(run: string, request: string, specialist: Specialist, op: number): Promise<Result<PrimitiveResult, Failure>> {
    const { act, course, opened } = this.around;
    const given = ok({ value: { $act: run }, nanoUsd: 0 });
    if (this.handles.has(run) || this.state.adopted.has(run)) return given;
    const call = await valueOf(act.store.blobs, Buffer.from(JSON.stringify([request, specialist])));
    if (!call.ok) return call;
    const adopted = opened.then((around) => around.take([{ type: 'act.adopted', op, run, call: call.value }]));
    // Before it goes on nothing of it can be heard: its last calls are settled then.
    if (course() !== null) await adopted;
    this.track(adopted.then(() => this.goOn(run, request, specialist)));
    return given;
  }

  private goOn(run: string, request: string, specialist: Specialist): void {
    if (this.handles.has(run)) return;
    let ended: Ended | null = null;
    const handle = new RunHandle<Json>(async (open, onEvent) => {
      const watcher = watchedBy({ signal: AbortSignal.any([this.stopping.signal, this.around.act.signal]) }, open, onEvent);
      ended = await this.driven(run, request, specialist, this.stopping.signal, watcher);
      if (ended.result.ok) return ended.result.value;
      throw new RunFailed(ended.result.failure, run);
    }, newNotified);
    this.handles.set(run, handle);
    this.track(this.release(run, handle, () => ended));
  }

  private async release(run: string, handle: Handle<Json>, ended: () => Ended | null): Promise<void> {
    const told = await handle.result().then(
      (value) => `Act ${run} has ended, and gives:\n${typeof value === 'string' ? value : JSON.stringify(value)}`,
      (error: unknown) => `Act ${run} has failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    const around = await this.around.opened;
    const { nanoUsd = 0, tokens = 0, waits = null } = ended() ?? {};
    if (waits !== null && this.stopping.signal.aborted) return this.drop(around, run, waits);
    if (waits !== null) {
      await around.take([{ type: 'effect.held', op: opOf(run), why: 'within', question: waits }]);
      return;
    }
    const shown = told.length > longestTold ? `${told.slice(0, longestTold)}…` : told;
    await around.take([{ type: 'act.released', run, told: shown, nanoUsd, tokens }]);
  }

  /** Ends one that waits for a person, who is not asked any more. */
  private async drop(around: ActAround, run: string, question: string): Promise<void> {
    await cancelAct(this.around.act.store, run, aroundEnds);
    await around.take([
      { type: 'act.released', run, told: `Act ${run} was ended while it waited for a person: ${question}`, nanoUsd: 0, tokens: 0 },
    ]);
  }

  private async driven(run: string, request: string, specialist: Specialist, signal: AbortSignal, watcher: Watcher | null): Promise<Ended> {
    const { act } = this.around;
    const unbegun = (failure: Failure): Ended => ({ result: fail(failure), nanoUsd: 0, tokens: 0, waits: null });
    const history = await eventsOf(act.store, run);
    if (!history.ok) return unbegun(failureOf(history.failure));
    const isOver = history.value.some(({ event }) => event.type === 'act.finished');
    const owned = isOver ? null : await this.ownedAct(run, request, specialist, history.value, signal, watcher);
    if (owned !== null && !owned.ok) return unbegun(owned.failure);
    const driven = owned === null ? ok({ state: actOf(history.value), question: null }) : await this.around.drive(owned.value);
    const totals = driven.ok ? driven.value.state.totals : noTotals;
    const waits = driven.ok ? driven.value.question : null;
    const spent = { waits, nanoUsd: totals.unpricedCalls > 0 ? null : totals.nanoUsd, tokens: totals.tokens };
    try {
      return { result: ok(await actResult(act.store.blobs, run, driven)), ...spent };
    } catch (error) {
      if (!(error instanceof RunFailed)) throw error;
      return { result: fail({ ...error.failure, message: `${error.failure.message} (act ${run})` }), ...spent };
    }
  }

  private async ownedAct(
    run: string,
    request: string,
    specialist: Specialist,
    history: readonly StoredEvent[],
    signal: AbortSignal,
    watcher: Watcher | null,
  ): Promise<Result<OwnedAct, Failure>> {
    const { act } = this.around;
    const functions = chosenFunctions(act.place.functions, specialist.functions ?? null);
    const model = await this.modelOf(specialist.model ?? null);
    if (!model.ok) return fail(failureOf(model.failure));
    const first =
      history.length > 0 ? ok(resumedEvent(history, 'the act around it', null)) : await this.first(request, specialist, model.value);
    if (!first.ok) return first;
    return ok({
      ...act,
      place: { ...act.place, functions },
      // It may look into the library, unless it is told which functions it has; what it did is reviewed with the act around it.
      library: act.library === null || specialist.functions !== undefined ? null : { ...act.library, passes: null, reviewer: () => null },
      model: model.value,
      run,
      history,
      first: first.value,
      // The act around it records the files, and has the same token.
      recorded: false,
      endsLeftovers: false,
      around: this.around.handedOn,
      ...this.questions.of(run, opOf(run), watcher?.on(run) ?? { signal, onEvent: () => {}, onActivity: () => {}, onOpen: () => {} }),
    });
  }

  private async first(
    request: string,
    specialist: Specialist,
    model: Model,
  ): Promise<Result<Extract<OwnedAct['first'], { type: 'act.started' }>, Failure>> {
    const { act, settings } = this.around;
    const limits = limitsOf(specialist.limits ?? {}, act.place.configuration);
    if (!limits.ok) return fail(failureOf(limits.failure));
    const left = settings.limits.nanoUsd === null ? null : Math.max(0, settings.limits.nanoUsd - this.state.totals.nanoUsd);
    if (left === 0)
      return fail({ kind: 'budget', message: `nothing is left of the budget of $${usdOf(settings.limits.nanoUsd ?? 0).toFixed(2)}` });
    const tokens = settings.limits.tokens === null ? null : Math.max(1, settings.limits.tokens - this.state.totals.tokens);
    const text = await valueOf(act.store.blobs, Buffer.from(request));
    if (!text.ok) return text;
    return ok({
      type: 'act.started',
      request: text.value,
      settings: {
        ...settings,
        model: model.name,
        modelLabel: model.label,
        contextTokens: model.contextTokens,
        canStore: false,
        persist: false,
        entrypoint: null,
        guidelines: specialist.guidelines ?? null,
        responseSchema: specialist.responseSchema ?? null,
        script: null,
        limits: { ...limits.value, nanoUsd: least(limits.value.nanoUsd, left), tokens: least(limits.value.tokens, tokens) },
        seed: newRunToken(),
      },
      parent: act.run,
      workspace: act.place.report.facts,
      recorded: false,
    });
  }

  /** A scripted model answers whatever is asked. */
  private async modelOf(asked: string | null): Promise<Result<Model, Refusal>> {
    const { model, env, place } = this.around.act;
    if (asked === null || asked === model.name || model.name === 'scripted') return ok(model);
    return chooseModel(asked, { env, configuration: place.configuration, script: null });
  }
}

/** The call that began it. */
const opOf = (run: string): number => Number(run.slice(run.lastIndexOf('.') + 1));

const least = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

const failureOf = ({ message, hint }: Refusal): Failure => ({ kind: 'refused', message, ...(hint === undefined ? {} : { hint }) });

/** Of all functions those that are named; `names` null = all. */
function chosenFunctions(functions: Functions | null, names: readonly string[] | null): Functions | null {
  if (functions === null || names === null) return functions;
  return {
    find: async (name) => (names.includes(name) ? functions.find(name) : ok(null)),
    async names() {
      const all = await functions.names();
      return all.ok ? ok(all.value.filter((name) => names.includes(name))) : all;
    },
    async list() {
      const chosen: StoredFunction[] = [];
      for (const name of names) {
        const found = await functions.find(name);
        if (!found.ok) return found;
        if (found.value !== null) chosen.push(found.value);
      }
      return ok(chosen);
    },
  };
}
