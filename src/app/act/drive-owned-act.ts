import { processSandbox } from '../../adapters/sandbox/process/process-sandbox.ts';
import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import { type Driven, driveAct } from '../../agent/drive-act.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import type { Snapshot, SnapshotPurpose } from '../../core/events/event-parts.ts';
import type { ActRunEvent } from '../../core/events/run-event.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { HandedOn } from '../../journaling/handed-on.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { childEnvironment } from '../surroundings/child-environment.ts';
import { systemClock } from '../surroundings/system-clock.ts';
import { actSlots, limitedSandbox } from './act-limits.ts';
import { actMcp } from './act-mcp.ts';
import { actPackages } from './act-packages.ts';
import { actPrimitives } from './act-primitives.ts';
import { type ActAround, ActsWithin } from './act-within.ts';
import { keptIn } from './kept-in.ts';
import { storedFunctions } from './load-functions.ts';
import type { OwnedAct } from './owned-act.ts';

/** As much memory as code of an act may take. */
export const memoryBytes = 512 * 1024 * 1024;

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
  const allowed = [...configuration.secrets.keys()];
  const env = { ...childEnvironment(withoutSecrets(act)), PAWL_RUN_TOKEN: runToken };
  const functions = await storedFunctions(place);
  if (!functions.ok) return fail(refusalOf('store/unavailable', functions.failure));
  // It takes as long as the servers do, so both at once.
  const keeping = keptIn(sandbox, act.weak, memoryBytes);
  const mcp = await actMcp(place, { env: act.env, runToken, secrets, signal: act.signal });
  const opened = opening();
  let course: ActAround | null = null;
  const handedOn = new HandedOn();
  const within = new ActsWithin({
    act,
    settings: settingsOf(act),
    course: () => course,
    handedOn,
    opened: opened.promise,
    drive: driveOwnedAct,
  });
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
        before: [...before.value, ...[...kept.value, ...mcp.warnings].map(warning)],
        after: record.end,
        primitives: (tell) => [
          ...actPrimitives(place, { blobs: store.blobs, models: act, env, secrets: allowed, mcp: mcp.primitives })(tell),
          within.primitive,
        ],
        adopted: (run) => within.adopted(run),
        onEvent(stored) {
          if (stored.event.type === 'act.ending') within.stop();
          if (stored.event.type === 'paused' || stored.event.type === 'unpaused') handedOn.pauses(stored.event.type === 'paused');
          act.onEvent(stored);
        },
        onOpen(going) {
          course = going;
          opened.resolve(going);
          within.takeUp();
          act.onOpen(going);
        },
        functions: functions.value,
        packages: actPackages(place, act.run, env),
        allowedSecrets: new Set(allowed),
        knownSecrets: new Map([...(await silentSecrets(secrets, configuration)), ...mcp.secrets]),
        session: { memoryBytes, packages: null },
        tools: () => [],
        discovery: [],
      },
    );
    // What waits for a person has not ended, and what goes on beside it comes to its own end.
    if (!driven.ok) within.stop();
    return driven.ok ? driven : fail(refusalOf('store/unavailable', driven.failure));
  } finally {
    opened.fail();
    await within.ended();
    await mcp.close();
    await sandbox.close();
    if (act.endsLeftovers ?? true) await programs.endAllWith(runToken);
  }
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

function settingsOf({ first, history }: OwnedAct): ActSettings {
  const started = first.type === 'act.started' ? first : history[0]?.event;
  if (started?.type !== 'act.started') throw new Error('the act has no first event');
  return started.settings;
}

/** Values that can be had without a command, which may ask a person: known before code runs, so that they stand nowhere from the first. */
async function silentSecrets(secrets: Secrets, { secrets: sources }: Configuration): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  for (const [name, source] of sources) {
    if (source.from === 'command') continue;
    const value = await secrets.read(name);
    if (value.ok) known.set(name, value.value);
  }
  return known;
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
