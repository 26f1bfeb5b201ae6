import type { Driven } from '../../agent/drive-act.ts';
import { actOf } from '../../core/act/act-of.ts';
import type { ActSettings, ActTotals } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import type { Totals } from '../../core/events/event.ts';
import type { Settings } from '../../core/events/event-parts.ts';
import type { Failure } from '../../core/model/failure.ts';
import { outermostRun } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { ActivityLines } from '../../core/views/activity-lines.ts';
import { summaryOf } from '../../core/views/summarize.ts';
import type { Approval, FunctionCall, FunctionEnd } from '../../drive/performance.ts';
import { textOf, valueOf } from '../../journaling/value-store.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { eventsOf } from '../history/find-run.ts';
import { resumedEvent } from '../history/resumed-event.ts';
import { turnsMadeWithin } from '../history/turns-made.ts';
import { newRunToken } from '../surroundings/run-id.ts';
import { type ActPlace, actPlace } from './act-place.ts';
import { cancelAct } from './cancel-act.ts';
import { driveOwnedAct } from './drive-owned-act.ts';
import { noModel } from './no-model.ts';
import type { OwnedAct } from './owned-act.ts';
import type { RunPins } from './run-pins.ts';

interface Functioning {
  readonly store: Store;
  /** Without secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the run. */
  readonly settings: Settings;
  readonly pins: RunPins;
  /** Told what a person is asked where one of them waits. */
  readonly asked: (question: string) => void;
}

const nothing: Totals = { kept: 0, undone: 0, failed: 0, calls: 0, nanoUsd: 0, unpricedCalls: 0, tokens: 0, commits: 0 };

/**
 * Runs the functions of steps: each is an act within the run that is a run of that function and asks no model, in the step's work tree. What
 * its journal has already it goes on from.
 */
export function functionRunner(functioning: Functioning): (call: FunctionCall) => Promise<FunctionEnd | null> {
  const { store, settings, asked } = functioning;
  // One after another: what a person said is of the first that asks.
  let begun: Promise<unknown> = Promise.resolve();
  let approval: Approval | null | undefined;
  let model: Promise<Model> | null = null;
  const standing = async (call: FunctionCall): Promise<Result<{ history: readonly StoredEvent[]; said: Approval | null }, Refusal>> => {
    const history = await eventsOf(store, call.run);
    if (!history.ok) return history;
    approval = approval === undefined ? call.approval : approval;
    const isAsked = history.value.length > 0 && (summaryOf(history.value).act?.held.length ?? 0) > 0;
    const said = isAsked ? approval : null;
    if (isAsked) approval = null;
    return ok({ history: history.value, said });
  };
  return async (call) => {
    const stands = begun.then(() => standing(call));
    begun = stands;
    const where = await stands;
    if (!where.ok) return unbegun(failureOf(where.failure));
    const { history, said } = where.value;
    const isOver = history.some(({ event }) => event.type === 'act.finished');
    if (call.signal.aborted && !isOver) {
      // Nobody is asked any more what came of it.
      const ended = history.length === 0 ? ok(undefined) : await cancelAct(store, call.run, 'the run around it');
      return unbegun(ended.ok ? { kind: 'cancelled', message: `${call.name} was cancelled` } : failureOf(ended.failure));
    }
    const place = isOver ? null : await actPlace(call.cwd, settings.runToken, [], functioning.pins);
    if (place !== null && !place.ok) return unbegun(failureOf(place.failure));
    model ??= place === null ? null : askableModel(functioning, place.value, call.run);
    const act = place === null ? null : await ownedAct(functioning, call, place.value, history, said, await (model as Promise<Model>));
    if (act !== null && !act.ok) return unbegun(act.failure);
    const driven = act === null ? ok({ state: actOf(history), question: null }) : await driveOwnedAct(act.value);
    if (!driven.ok) return unbegun(failureOf(driven.failure));
    if (driven.value.question !== null) asked(driven.value.question);
    return driven.value.question === null ? endOf(store, call, driven.value) : null;
  };
}

const unbegun = (failure: Failure): FunctionEnd => ({ result: fail(failure), totals: nothing });

/** Where the journal cannot be written the run stops, rather than to take that for how its step ended. */
const failureOf = ({ code, message, hint }: Refusal): Failure => ({
  kind: code === 'store/unavailable' ? 'io' : 'refused',
  message,
  ...(hint === undefined ? {} : { hint }),
  ...(code === 'store/unavailable' ? { outOfStorage: true } : {}),
});

async function endOf({ blobs }: Store, { run, name }: FunctionCall, { state }: Driven): Promise<FunctionEnd> {
  const { ending } = state;
  if (ending === null) throw new Error(`the function ${name} (act ${run}) neither ended nor waits`);
  const totals = totalsOf(state.totals);
  if (ending.status === 'cancelled') return { result: fail({ kind: 'cancelled', message: `${name} was cancelled` }), totals };
  if (ending.result === null) return { result: fail(toldOf(ending.failure ?? { kind: 'exit', message: `${name} failed` }, run)), totals };
  return { result: await textOf(blobs, ending.result), totals };
}

const toldOf = (failure: Failure, run: string): Failure => ({ ...failure, message: `${failure.message} (act ${run})` });

const totalsOf = ({ calls, nanoUsd, unpricedCalls, tokens }: ActTotals): Totals => ({ ...nothing, calls, nanoUsd, unpricedCalls, tokens });

/** For `ctx.model` and `ctx.act` in a function: nobody in a run whose agent is scripted, and none need be there. */
async function askableModel({ store, env, settings }: Functioning, { configuration }: ActPlace, run: string): Promise<Model> {
  const isActor = settings.runner.split('+').includes('actor');
  if (settings.script !== null && !isActor) return noModel;
  const script = settings.script;
  const made = script === null ? {} : { turnsMade: await turnsMadeWithin(store, outermostRun(run)) };
  const chosen = await chooseModel(null, { env, configuration, script, ...made });
  return chosen.ok ? chosen.value : noModel;
}

async function ownedAct(
  { store, settings, env }: Functioning,
  call: FunctionCall,
  place: ActPlace,
  history: readonly StoredEvent[],
  said: Approval | null,
  model: Model,
): Promise<Result<OwnedAct, Failure>> {
  const first = history.length > 0 ? ok(resumedEvent(history, 'the run around it', null)) : await firstEvent(store, call, place, settings);
  if (!first.ok) return first;
  const lines = new ActivityLines();
  let judgement = said;
  return ok({
    place: { ...place, configuration: { ...place.configuration, secrets: sourcesWith(place, call.secrets) } },
    store,
    model,
    run: call.run,
    history,
    first: first.value,
    person: {
      async ask() {
        const now = judgement;
        judgement = null;
        return now;
      },
    },
    library: null,
    around: null,
    env: { ...env, ...call.env },
    secrets: call.secrets,
    weak: place.configuration.sandbox === 'weak',
    runToken: settings.runToken,
    recorded: false,
    endsLeftovers: false,
    signal: call.signal,
    onEvent({ event }) {
      for (const line of lines.of(event)) call.onActivity(line);
    },
    onActivity: () => {},
    onOpen: () => {},
  });
}

/** The secrets that the step names were fetched before the run, and come by its environment. */
function sourcesWith({ configuration }: ActPlace, names: readonly string[]): ActPlace['configuration']['secrets'] {
  return new Map([...configuration.secrets, ...names.map((name) => [name, { from: 'env', variable: name }] as const)]);
}

async function firstEvent(
  { blobs }: Store,
  call: FunctionCall,
  place: ActPlace,
  run: Settings,
): Promise<Result<Extract<OwnedAct['first'], { type: 'act.started' }>, Failure>> {
  const request = await valueOf(blobs, Buffer.from(`Run ${call.name}.`));
  if (!request.ok) return request;
  const args = await valueOf(blobs, Buffer.from(JSON.stringify(call.args)));
  if (!args.ok) return args;
  const settings: ActSettings = {
    // Nobody takes over where it fails.
    model: '',
    modelLabel: noModel.label,
    contextTokens: 0,
    canStore: false,
    canCompose: false,
    persist: false,
    entrypoint: { name: call.name, args: args.value, repairAttempts: 0 },
    guidelines: null,
    responseSchema: call.outputSchema,
    weakSandbox: place.configuration.sandbox === 'weak',
    script: null,
    limits: {
      turns: 1,
      wallClockMs: call.timeoutMs,
      nanoUsd: call.budgetNanoUsd,
      tokens: call.budgetTokens,
      codeTimeoutMs: call.timeoutMs,
    },
    runToken: run.runToken,
    seed: newRunToken(),
  };
  const parent = call.run.slice(0, call.run.lastIndexOf('.'));
  return ok({ type: 'act.started', request: request.value, settings, parent, workspace: place.report.facts, recorded: false });
}
