import type { Driven } from '../../agent/drive-act.ts';
import type { ActSettings, ActTotals } from '../../core/events/act-event.ts';
import type { Usage } from '../../core/events/event-parts.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, type Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import { ActivityLines } from '../../core/views/activity-lines.ts';
import { valueOf } from '../../journaling/value-store.ts';
import type { Model } from '../../ports/model.ts';
import type { Answer, Call, Runner } from '../../ports/runner.ts';
import type { Store } from '../../ports/store.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { turnsMadeWithin } from '../history/turns-made.ts';
import { newRunToken } from '../surroundings/run-id.ts';
import { type ActPlace, actPlace } from './act-place.ts';
import { actResult } from './act-result.ts';
import { driveOwnedAct } from './drive-owned-act.ts';
import { LineQueue } from './line-queue.ts';
import { openActLibrary } from './open-act-library.ts';
import type { RunPins } from './run-pins.ts';

interface Actors {
  readonly store: Store;
  /** The outermost run. */
  readonly run: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The replies of a scripted model; null for a real one. */
  readonly script: string | null;
  /** The stored functions that the run goes by. */
  readonly pins: RunPins;
}

/** Answers prompt steps by acts: each is a run of its own within the run, in the step's work tree. */
export function actorStart({ store, run, env, script, pins }: Actors): Runner['start'] {
  const models = new Map<string | null, Promise<Result<Model, Refusal>>>();
  const modelOf = (asked: string | null, { configuration }: ActPlace): Promise<Result<Model, Refusal>> => {
    const made = script === null ? Promise.resolve(0) : turnsMadeWithin(store, run);
    const model = models.get(asked) ?? made.then((turns) => chooseModel(asked, { env, configuration, script, turnsMade: turns }));
    models.set(asked, model);
    return model;
  };
  return (call) => {
    const activity = new LineQueue();
    const answer = answered(store, { env, pins }, modelOf, call, (line) => activity.push(line)).finally(() => activity.end());
    return { activity, answer };
  };
}

const noUsage: Usage = { nanoUsd: 0, inputTokens: null, outputTokens: null, model: null };

async function answered(
  store: Store,
  { env, pins }: Pick<Actors, 'env' | 'pins'>,
  modelOf: (asked: string | null, place: ActPlace) => Promise<Result<Model, Refusal>>,
  call: Call,
  show: (line: string) => void,
): Promise<Answer> {
  const unbegun = (refusal: Refusal): Answer => ({ reply: { ok: false, failure: failureOf(refusal) }, usage: noUsage, warnings: [] });
  const runToken = call.env.PAWL_RUN_TOKEN ?? newRunToken();
  const place = await actPlace(call.cwd, runToken, [], pins);
  if (!place.ok) return unbegun(place.failure);
  const model = await modelOf(call.model, place.value);
  if (!model.ok) return unbegun(model.failure);
  const request = await valueOf(store.blobs, Buffer.from(call.prompt));
  if (!request.ok) return unbegun(refusalOf('store/unavailable', request.failure));
  const lines = new ActivityLines();
  let asked: string | null = null;
  const opened = await openActLibrary(place.value, store, env, false);
  const driven: Result<Driven, Refusal> = await driveOwnedAct({
    place: place.value,
    library: opened === null ? null : { ...opened, passes: null, reviewer: () => null },
    store,
    model: model.value,
    run: call.inner,
    history: [],
    first: {
      type: 'act.started',
      request: request.value,
      settings: settingsOf(call, model.value, runToken, place.value),
      parent: call.inner.slice(0, call.inner.lastIndexOf('.')),
      workspace: place.value.report.facts,
      // The run around it records it.
      recorded: false,
    },
    person: { ask: async () => null },
    around: call.around ?? null,
    env: { ...env, ...call.env },
    weak: place.value.configuration.sandbox === 'weak',
    runToken,
    recorded: false,
    endsLeftovers: false,
    signal: call.signal,
    onEvent({ event }) {
      if (event.type === 'turn.ended' && event.usage.model !== null) asked = event.usage.model;
      for (const line of lines.of(event)) show(line);
    },
    onActivity: () => {},
    onOpen: () => {},
  }).finally(() => opened?.service.library.close());
  const usage = driven.ok ? usageOf(driven.value.state.totals, asked) : noUsage;
  const heard = driven.ok ? driven.value.state.outer.heard : 0;
  return { reply: await replyOf(store, call, driven), usage, warnings: [], heard };
}

async function replyOf(store: Store, { inner }: Call, driven: Result<Driven, Refusal>): Promise<Answer['reply']> {
  const question = driven.ok ? driven.value.question : null;
  if (question !== null)
    return fail({
      kind: 'in_doubt',
      message: `act ${inner} can only go on with a person's word, and a step does not wait for that: ${question}`,
      hint: `pawl show ${inner}  says what it did; look whether that happened before the step is run again`,
    });
  try {
    const result = await actResult(store.blobs, inner, driven);
    return { ok: true, text: typeof result === 'string' ? result : JSON.stringify(result) };
  } catch (error) {
    if (error instanceof RunFailed) return fail({ ...error.failure, message: `${error.failure.message} (act ${inner})` });
    throw error;
  }
}

const failureOf = ({ message, hint }: Refusal): Failure => ({ kind: 'refused', message, ...(hint === undefined ? {} : { hint }) });

/** A call without a price makes the whole of it one: it is never counted as free. */
const usageOf = ({ nanoUsd, unpricedCalls, tokens }: ActTotals, model: string | null): Usage => ({
  nanoUsd: unpricedCalls > 0 ? null : nanoUsd,
  inputTokens: tokens,
  outputTokens: 0,
  model,
});

const settingsOf = (call: Call, model: Model, runToken: string, { configuration }: ActPlace): ActSettings => ({
  model: model.name,
  modelLabel: model.label,
  contextTokens: model.contextTokens,
  canStore: false,
  canCompose: true,
  persist: false,
  entrypoint: null,
  guidelines: call.principles.length === 0 ? null : call.principles.join('\n'),
  responseSchema: null,
  weakSandbox: configuration.sandbox === 'weak',
  script: null,
  limits: { turns: 60, wallClockMs: call.timeoutMs, nanoUsd: null, tokens: null, codeTimeoutMs: call.timeoutMs },
  runToken,
  seed: newRunToken(),
});
