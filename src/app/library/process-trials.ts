import { folderFunctions } from '../../adapters/functions/folder/folder-functions.ts';
import { processSandbox } from '../../adapters/sandbox/process/process-sandbox.ts';
import { functionCellOf } from '../../agent/code-cell.ts';
import type { AskedTrial, CaseTrials, TrialEnd } from '../../agent/library/case-trials.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { jsonText } from '../../core/library/cases/case-text.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { callPrimitive } from '../../effects/call-primitive.ts';
import { type CaseServed, CaseServer } from '../../effects/case-server.ts';
import { KnownPrimitive } from '../../effects/known-primitives.ts';
import type { Functions, StoredFunction } from '../../ports/functions.ts';
import type { CellFailure, Sandbox, Session } from '../../ports/sandbox.ts';
import { codeFacts } from '../../source/code-facts.ts';
import { rootOf } from '../project/root.ts';
import { memoryBytes } from '../surroundings/code-memory.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { environmentId, libraryPackages } from './library-packages.ts';
import { mergedLock } from './merged-lock.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface Place {
  readonly root: string;
  readonly env: Env;
  readonly sandbox: Sandbox;
  readonly configuration: Configuration;
}

/** Tries functions of a project in the sandbox that its acts run code in, each case in a session of its own; nothing is kept ready between them. */
export function processTrials(cwd: string, env: Env): CaseTrials {
  let opened: Promise<Result<Place, Failure>> | null = null;
  return {
    async tryCase(asked) {
      opened ??= placeOf(rootOf(cwd), env);
      const place = await opened;
      return place.ok ? triedIn(place.value, asked) : unable(place.failure, true);
    },
  };
}

async function placeOf(root: string, env: Env): Promise<Result<Place, Failure>> {
  const read = await readConfiguration(root);
  if (!read.ok) return fail({ kind: 'refused', message: read.failure.message });
  const { configuration } = read.value;
  return ok({ root, env, configuration, sandbox: processSandbox({ weak: configuration.sandbox === 'weak', keepWarm: false }) });
}

const unable = ({ message, hint }: Failure, everywhere = false): TrialEnd => ({
  everywhere,
  how: 'unable',
  why: hint === undefined ? message : `${message} (${hint})`,
});

async function triedIn(place: Place, asked: AskedTrial): Promise<TrialEnd> {
  const functions = await functionsFor(place, asked);
  if (!functions.ok) return unable(functions.failure);
  const packages = await packagesFor(place, asked);
  if (!packages.ok) return unable(packages.failure);
  const primitives = [...functions.value.primitives];
  const session = await place.sandbox.open({ primitives, memoryBytes, packages: packages.value });
  if (!session.ok) return unable({ ...session.failure, hint: 'or set `sandbox: weak` in pawl.yml: then it runs without that layer' }, true);
  try {
    return await ran(session.value, functions.value.functions, asked);
  } finally {
    await session.value.close();
  }
}

async function ran(session: Session, functions: Functions, { trial, case: one, timeoutMs, signal }: AskedTrial): Promise<TrialEnd> {
  const { calls = [], atMs = 0, input } = one;
  const call = new KnownPrimitive(callPrimitive(functions, async () => ok(undefined)));
  const own = new AbortController();
  const { code } = functionCellOf(trial.name, JSON.stringify(input), 0, atMs);
  const running = session.run({ code, mode: 'keep', nowMs: atMs, seed: 'case', timeoutMs, signal: AbortSignal.any([signal, own.signal]) });
  const served = await new CaseServer(running, { calls, atMs, stored: (args) => storedBy(call, args) }).serve();
  if (served.how === 'unanswered') own.abort();
  return endOf(served, await running.end, timeoutMs);
}

async function storedBy(call: KnownPrimitive, args: Parameters<KnownPrimitive['mistakeIn']>[0]) {
  const mistake = call.mistakeIn(args);
  if (mistake !== null) return fail(mistake);
  // Of all that is around a call it looks at nothing: it gives a text.
  const given = await call.declared.perform(args, undefined as never);
  return given.ok ? ok(given.value.value) : given;
}

function endOf(served: CaseServed, { outcome }: Awaited<ReturnType<Session['run']>['end']>, timeoutMs: number): TrialEnd {
  if (served.how === 'unanswered') {
    const args = served.args.map(jsonText).join(', ');
    return { how: 'unanswered', why: `it calls ctx.${served.primitive}(${args}), of which its record has nothing` };
  }
  if (outcome.ok) return { how: 'gave', output: outcome.result, calls: served.calls };
  return { how: 'failed', why: failureWords(outcome.failure, timeoutMs), isTimeout: outcome.failure.kind === 'timeout' };
}

function failureWords({ kind, message }: CellFailure, timeoutMs: number): string {
  switch (kind) {
    case 'timeout':
      return `did not end within ${Math.round(timeoutMs / 1000)} s`;
    case 'memory':
      return `took more than ${memoryBytes / 1024 / 1024} MiB of memory`;
    case 'cancelled':
      return 'was cancelled';
    case 'ended':
    case 'error':
    case 'syntax':
      return `failed: ${message}`;
  }
}

/** What `ctx.call` finds: the function itself, functions of folders as in a run before those of the library, and what code of all of them calls. */
async function functionsFor(
  { root, configuration }: Place,
  { trial, case: { calls = [] }, source }: AskedTrial,
): Promise<Result<{ readonly functions: Functions; readonly primitives: ReadonlySet<string> }, Failure>> {
  const folders = await folderFunctions(configuration.functions, root);
  if (!folders.ok)
    return fail({ kind: 'refused', message: `functions that pawl.yml names are not as they must be: ${folders.failure.join('; ')}` });
  const stored = new Map<string, StoredFunction>();
  const primitives = new Set(['call', 'clock.sleep', ...calls.map(({ primitive }) => primitive)]);
  for (const version of trial.closure.functions) {
    const code = await source(version.sourceDigest);
    if (!code.ok) return code;
    const { name, description, input, dependsOn, id, sourceDigest: digest } = version;
    const entry = { id, version: version.version };
    stored.set(name, { name, description, input, calls: dependsOn, entry, environment: null, code: code.value, digest });
    for (const each of version.primitives) primitives.add(each);
  }
  const all = await folders.value.list();
  if (!all.ok) return all;
  for (const each of all.value) {
    const facts = codeFacts(each.code);
    if (facts.ok) for (const { name } of facts.value.primitives) primitives.add(name);
    if (each.name !== trial.name) stored.set(each.name, each);
  }
  const list = [...stored.values()];
  const functions = {
    find: async (name: string) => ok(stored.get(name) ?? null),
    names: async () => ok(list.map(({ name }) => name)),
    list: async () => ok(list),
  };
  return ok({ functions, primitives });
}

/** As they lie installed; installed again from their lock where somebody has removed them. */
async function packagesFor({ root, env }: Place, { trial: { environments }, signal }: AskedTrial): Promise<Result<string | null, Failure>> {
  if (environments.length === 0) return ok(null);
  const lock = mergedLock(environments);
  return lock.ok ? libraryPackages(root, env).restore(environmentId(lock.value), lock.value, signal) : lock;
}
