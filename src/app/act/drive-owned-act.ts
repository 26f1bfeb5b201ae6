import { processSandbox } from '../../adapters/sandbox/process/process-sandbox.ts';
import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import { type Driven, driveAct } from '../../agent/drive-act.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { Snapshot, SnapshotPurpose } from '../../core/events/event-parts.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import type { Failure } from '../../core/model/failure.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { HandedOn } from '../../journaling/handed-on.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { StoredFunction } from '../../ports/functions.ts';
import { libraryDrive } from '../librarian/act-library.ts';
import { libraryPackages } from '../library/library-packages.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';
import { memoryBytes } from '../surroundings/code-memory.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { actSlots, limitedSandbox } from './act-limits.ts';
import { actMcp } from './act-mcp.ts';
import { actPackages } from './act-packages.ts';
import type { ActPlace } from './act-place.ts';
import { actPrimitives } from './act-primitives.ts';
import { type ActAround, ActsWithin } from './act-within.ts';
import { functionPackages } from './function-packages.ts';
import { FunctionUses } from './function-uses.ts';
import { keptIn } from './kept-in.ts';
import { functionNames, projectOf, storedFunctions } from './load-functions.ts';
import type { OwnedAct } from './owned-act.ts';
import { silentSecrets } from './silent-secrets.ts';
import { toldFunctions } from './told-functions.ts';

/** Drives an act to its end, or to where it waits for a person; the workspace is recorded before its first turn and behind its last. */
export async function driveOwnedAct(act: OwnedAct): Promise<Result<Driven, Refusal>> {
  const place = await actSlots.take(act.place.configuration.acts.jobs, act.signal);
  if (!place.ok)
    return fail({ code: 'run/too-many-acts', message: place.failure, hint: 'wait for some to end, or set acts.jobs in pawl.yml' });
  try {
    return await drive(act);
  } finally {
    place.value();
  }
}

async function drive(act: OwnedAct): Promise<Result<Driven, Refusal>> {
  const { place, store, model, runToken } = act;
  const { programs, configuration } = place;
  const sandbox = limitedSandbox(processSandbox({ weak: act.weak }), configuration.acts.sessions, act.signal);
  const secrets = sourcedSecrets({ sources: configuration.secrets, env: act.env, folder: place.root, programs, signal: act.signal });
  const allowed = act.secrets ?? [...configuration.secrets.keys()];
  const env = { ...childEnvironment(withoutSecrets(act)), PAWL_RUN_TOKEN: runToken };
  const [functions, names] = [await storedFunctions(place), await functionNames(place)];
  const libraryTrouble = functions.ok ? [] : [`the act goes on without the library: ${functions.failure.message}`];
  // It takes as long as the servers do, so both at once.
  const keeping = keptIn(sandbox, act.weak, memoryBytes);
  const mcp = await actMcp(place, { env: act.env, runToken, secrets, signal: act.signal });
  const [settings, passes] = [settingsOf(act), act.library?.passes ?? null];
  const opened = opening();
  let course: ActAround | null = null;
  const handedOn = new HandedOn();
  const uses = new FunctionUses();
  const used = pinning(place, uses, opened.promise, () => course);
  const told = toldFunctions(functions.ok ? functions.value : [], act.library !== null);
  if (settings.model !== '') uses.shown(told);
  const within = new ActsWithin({ act, settings, course: () => course, handedOn, opened: opened.promise, drive: driveOwnedAct });
  try {
    const kept = await keeping;
    if (!kept.ok) return kept;
    const record = recordingOf(act);
    const before = act.history.length === 0 ? await record.start() : ok([]);
    if (!before.ok) return before;
    const driven = await driveAct(
      { ...store, clock: systemClock, model, sandbox, secrets },
      {
        ...act,
        before: [...before.value, ...[...kept.value, ...mcp.warnings, ...libraryTrouble].map(warning)],
        after: record.end,
        primitives: (tell) => [
          ...actPrimitives(place, { blobs: store.blobs, models: act, env, secrets: allowed, mcp: mcp.primitives, used })(tell),
          within.primitive,
        ],
        adopted: (run) => within.adopted(run) ?? passes?.adopted(run) ?? null,
        onEvent: handingOn(act, within, handedOn),
        onOpen(going) {
          course = going;
          opened.resolve(going);
          within.takeUp();
          passes?.open(going);
          act.onOpen(going);
        },
        functions: told,
        hasFunctions: names.ok && names.value.length > 0,
        packages: actPackages(place, act.run, env),
        functionPackages: functionPackages(place.functions, libraryPackages(projectOf(place.root), act.env), true),
        allowedSecrets: new Set(allowed),
        knownSecrets: new Map([...(await silentSecrets(secrets, configuration)), ...mcp.secrets]),
        session: { memoryBytes, packages: null },
        ...libraryDrive(act.library, act.run, settings),
      },
    );
    // What waits for a person has not ended, and what goes on beside it comes to its own end.
    if (!driven.ok) within.stop();
    if (driven.ok && driven.value.question === null)
      await uses.count(place.root, act.run, await requestOf(act), driven.value.state.ending?.status === 'succeeded');
    return driven.ok ? driven : fail(refusalOf('store/unavailable', driven.failure));
  } finally {
    passes?.detach();
    opened.fail();
    await within.ended();
    await mcp.close();
    await sandbox.close();
    if (act.endsLeftovers ?? true) await programs.endAllWith(runToken);
  }
}

/** What goes on within an act hears of its end and of its pauses. */
const handingOn =
  ({ library, onEvent }: OwnedAct, within: ActsWithin, handedOn: HandedOn): OwnedAct['onEvent'] =>
  (stored) => {
    const { event } = stored;
    if (event.type === 'act.ending') {
      within.stop();
      if (event.ending.outcome === 'cancelled') library?.passes?.stop();
    }
    if (event.type === 'clarification.answered') void within.questions.answered(event.id).catch(() => {});
    if (event.type === 'paused' || event.type === 'unpaused') handedOn.pauses(event.type === 'paused');
    onEvent(stored);
  };

/** Writes down which functions the run goes by, each before it is used for the first time. */
function pinning({ pins }: ActPlace, uses: FunctionUses, opened: Promise<ActAround>, course: () => ActAround | null) {
  return async (stored: StoredFunction): Promise<Result<void, Failure>> => {
    uses.used(stored);
    const fresh = pins === null ? ok([]) : await pins.unrecorded(stored);
    if (!fresh.ok || fresh.value.length === 0) return fresh.ok ? ok(undefined) : fresh;
    const taken = opened.then((around) => around.take(fresh.value.map((each) => ({ type: 'function.pinned', function: each }))));
    taken.catch(() => {});
    // Before it goes on nothing can be written: a call that is settled then is answered from memory.
    if (course() !== null) await taken;
    return ok(undefined);
  };
}

/** When it goes on, for those who wait for that; some may wait for nothing. */
function opening() {
  let resolve: (around: ActAround) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<ActAround>((...both) => {
    [resolve, reject] = both;
  });
  promise.catch(() => {});
  return { promise, resolve, fail: () => reject(new Error('it did not go on')) };
}

function startOf({ first, history }: OwnedAct): Extract<OwnedAct['first'], { type: 'act.started' }> {
  const started = first.type === 'act.started' ? first : history[0]?.event;
  if (started?.type !== 'act.started') throw new Error('the act has no first event');
  return started;
}

const settingsOf = (act: OwnedAct): ActSettings => startOf(act).settings;

/** What it was asked for, in words; null where it only runs a function. */
async function requestOf(act: OwnedAct): Promise<string | null> {
  if (settingsOf(act).model === '') return null;
  const text = await textOf(act.store.blobs, startOf(act).request);
  return text.ok ? text.value : null;
}

/** Records the workspace, where that is done at all. */
function recordingOf({ recorded, place, store, run }: OwnedAct) {
  const workspace = recorded ? place.workspace.keptIn(store) : null;
  const at = { run, slug: 'act', ownBranch: false };
  const snapshot = async (purpose: SnapshotPurpose): Promise<Result<ActRunEvent[], Refusal>> => {
    if (workspace === null) return ok([]);
    const taken = await workspace.snapshot(at, purpose, purpose);
    if (!taken.ok) return fail(refusalOf('run/workspace-obstacle', taken.failure));
    return ok([recordedEvent(purpose, taken.value.snapshot), ...taken.value.warnings.map(warning)]);
  };
  return {
    async start() {
      const prepared = (await workspace?.prepare(at)) ?? ok(undefined);
      return prepared.ok ? snapshot('start') : fail(refusalOf('run/workspace-obstacle', prepared.failure));
    },
    async end() {
      const end = await snapshot('end');
      return end.ok ? end.value : [warning(`the workspace was not recorded in the end: ${end.failure.message}`)];
    },
  };
}

const recordedEvent = (purpose: SnapshotPurpose, snapshot: Snapshot): ActRunEvent => ({ type: 'act.recorded', purpose, snapshot });

const warning = (message: string): ActRunEvent => ({ type: 'warning', step: '', message });

/** Commands that code runs get no secret by their environment. */
function withoutSecrets({ env, place }: OwnedAct): Readonly<Record<string, string | undefined>> {
  const { secrets, mcp } = place.configuration;
  const hidden = new Set([...secrets.keys(), ...[...mcp.values()].flatMap((server) => server.secrets)]);
  for (const source of secrets.values()) if (source.from === 'env') hidden.add(source.variable);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !hidden.has(name)));
}
