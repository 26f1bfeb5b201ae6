import { resolve } from 'node:path';
import type { ActSettings, OccurrenceName, ReviewContext } from '../../core/events/act-event.ts';
import type { Json } from '../../core/model/json.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import { valueOf } from '../../journaling/value-store.ts';
import type { Handle } from '../../ports/handle.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { chooseModel } from '../agents/choose-model.ts';
import { type Behind, RunHandle } from '../handle/run-handle.ts';
import { freeRunId } from '../history/free-run-id.ts';
import { openForWriting } from '../project/open-project.ts';
import { withOwned } from '../project/own-workspace.ts';
import { newRunToken } from '../surroundings/run-id.ts';
import { type ActOptions, limitsOf } from './act-options.ts';
import { type ActPlace, actPlace, pinnedPlace } from './act-place.ts';
import { actResult } from './act-result.ts';
import { driveOwnedAct } from './drive-owned-act.ts';
import { entrypointMistake, entrypointOf } from './entrypoint.ts';
import { functionNames } from './load-functions.ts';
import { noModel } from './no-model.ts';
import { newNotified } from './notified.ts';
import { RunPins } from './run-pins.ts';
import { StorageBehind } from './storage-behind.ts';
import { type Watcher, watchedBy } from './watched-by.ts';

/**
 * Gives a task to a model that acts by writing code, and the handle of what becomes of it: at once; whatever stands in its way rejects the result.
 * The result is the final answer, as text, or as JSON where `responseSchema` is given.
 */
export const act = (request: string, options: ActOptions = {}): Handle<Json> => actAs(null, request, options);

/** An act that stands for something, and so has a run of its own that whoever begins it anew would find. */
export interface ActIdentity {
  readonly run: string;
  readonly occurrence: OccurrenceName;
}

/** The same, as this one; refused where there is a run of that id. */
export function actAs(identity: ActIdentity | null, request: string, options: ActOptions): Handle<Json> {
  return new RunHandle(async (open, onEvent, goesOn) => {
    const begun = await begin(identity, request, options, watchedBy(options, open, onEvent), goesOn);
    if (!begun.ok) throw RunFailed.of(begun.failure, null);
    return begun.value;
  }, newNotified);
}

async function begin(
  identity: ActIdentity | null,
  request: string,
  options: ActOptions,
  watcher: Watcher,
  goesOn: (behind: Behind) => void,
): Promise<Result<Json, Refusal>> {
  const runToken = newRunToken();
  const place = await actPlace(options.cwd ?? process.cwd(), runToken, options.primitives);
  if (!place.ok) return place;
  const found = await functionNames(place.value);
  // A library that cannot be read is as good as none, but where the act is nothing without it.
  if (!found.ok && options.canCompose === false) return fail(refusalOf('store/unavailable', found.failure));
  const names = found.ok ? found.value : [];
  const wrong = whyNot(request, options, names) ?? (await entrypointMistake(options, place.value.functions, names));
  if (wrong !== null) return fail(wrong);
  const limits = limitsOf(options.limits ?? {}, place.value.configuration);
  if (!limits.ok) return limits;
  const model = await modelFor(options, place.value);
  if (!model.ok) return model;
  const opened = await openForWriting(place.value.cwd);
  if (!opened.ok) return opened;
  const store = opened.value;
  const behind = new StorageBehind(store, goesOn);
  try {
    const run = identity === null ? await freeRunId(store.journal) : ok(identity.run);
    if (!run.ok) return run;
    return await withOwned(store, run.value, place.value.root, async () => {
      const entrypoint = await entrypointOf(store.blobs, options);
      if (!entrypoint.ok) return entrypoint;
      const plain = settingsOf(options, model.value, limits.value, entrypoint.value, place.value, runToken);
      const settings = identity === null ? plain : { ...plain, occurrence: identity.occurrence };
      const first = await firstEventOf(store, request.trim() === '' ? `Run ${options.entrypoint}.` : request, place.value, settings);
      if (!first.ok) return first;
      const library = await behind.open(place.value, run.value, settings, options);
      const watched = watcher.on(run.value);
      const driven = await driveOwnedAct({
        ...watched,
        place: pinnedPlace(place.value, new RunPins(store, run.value)),
        library,
        store,
        model: model.value,
        run: run.value,
        history: [],
        first: first.value,
        person: { ask: async () => null },
        around: null,
        env: options.env ?? process.env,
        weak: first.value.settings.weakSandbox,
        runToken,
        recorded: first.value.recorded,
      });
      await behind.begin(driven, watched);
      return ok(await actResult(store.blobs, run.value, driven));
    });
  } finally {
    await behind.close();
  }
}

/** A function that runs by itself needs nobody: a model is only asked where it fails. */
async function modelFor({ model, script, entrypoint, env = process.env }: ActOptions, { configuration }: ActPlace) {
  const chosen = await chooseModel(model ?? null, { env, configuration, script: script ?? null });
  const isNeeded = entrypoint === undefined || model !== undefined || script !== undefined;
  return chosen.ok || isNeeded || chosen.failure.code !== 'run/no-model' ? chosen : ok(noModel);
}

function whyNot(request: string, { canCompose = true, entrypoint }: ActOptions, functions: readonly string[]): Refusal | null {
  if (request.trim() === '' && entrypoint === undefined)
    return { code: 'cli/usage', message: 'the task is empty', hint: 'say what is to be done' };
  if (canCompose || functions.length > 0) return null;
  return {
    code: 'cli/usage',
    message: 'an act that may not write code can only use stored functions, and there are none here',
    hint: 'leave canCompose out, or name folders of functions in pawl.yml (docs/functions.md)',
  };
}

function settingsOf(
  options: ActOptions,
  model: Model,
  limits: ActSettings['limits'],
  entrypoint: ActSettings['entrypoint'],
  { configuration }: ActPlace,
  runToken: string,
): ActSettings {
  return {
    model: model.name,
    modelLabel: model.label,
    contextTokens: model.contextTokens,
    canStore: options.canStore ?? true,
    canCompose: options.canCompose ?? true,
    ...(options.reviewContext === undefined ? {} : { reviewContext: contextOf(options.reviewContext) }),
    persist: options.persist ?? false,
    entrypoint,
    guidelines: options.guidelines ?? null,
    responseSchema: options.responseSchema ?? null,
    weakSandbox: (options.sandbox ?? configuration.sandbox) === 'weak',
    script: typeof options.script === 'string' ? resolve(options.cwd ?? process.cwd(), options.script) : null,
    limits,
    runToken,
    seed: newRunToken(),
  };
}

const contextOf = ({ label, instructions, tools }: NonNullable<ActOptions['reviewContext']>): ReviewContext => ({
  label: label ?? null,
  instructions,
  tools: tools ?? null,
});

async function firstEventOf(store: Store, request: string, { report }: ActPlace, settings: ActSettings) {
  const text = await valueOf(store.blobs, Buffer.from(request));
  if (!text.ok) return fail(refusalOf('store/unavailable', text.failure));
  return ok({
    type: 'act.started',
    request: text.value,
    settings,
    parent: null,
    workspace: report.facts,
    recorded: report.facts.kind === 'git' && report.obstacle === null,
  } as const);
}
