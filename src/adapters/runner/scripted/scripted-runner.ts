import type { Failure } from '../../../core/model/failure.ts';
import { nanoUsdOf } from '../../../core/model/money.ts';
import type { Programs } from '../../../ports/programs.ts';
import type { Answer, Call, Runner } from '../../../ports/runner.ts';
import type { Entry, Script } from './script.ts';
import { writeInside } from './workspace-write.ts';

/**
 * An agent that follows a script, with no model: for tests, dry runs and demonstrations. Each call takes the next entry. `callsMade`:
 * how many entries of each step are used up already, for a run that is taken up again.
 */
export function scriptedRunner(script: Script, programs: Programs, callsMade: ReadonlyMap<string, number> = new Map()): Runner {
  const next = entryTaker(script, callsMade);
  return {
    name: 'scripted',
    label: 'scripted agent (no model)',
    edits: true,
    billing: () => 'reported',
    start(call) {
      // Taken now, not when it is awaited: calls that start together keep their order.
      const entry = next(call.step);
      return { activity: activityOf(entry), answer: perform(call, entry, programs) };
    },
  };
}

/** Steps may be called `__proto__` or `constructor`, so lists are looked up in a map. */
function entryTaker(script: Script, callsMade: ReadonlyMap<string, number>): (step: string) => Entry | undefined {
  const all = [...callsMade.values()].reduce((sum, calls) => sum + calls, 0);
  const taken = 'byStep' in script ? new Map(callsMade) : new Map([['', all]]);
  const lists = 'byStep' in script ? new Map(Object.entries(script.byStep)) : null;
  return (step) => {
    const key = lists ? step : '';
    const index = taken.get(key) ?? 0;
    taken.set(key, index + 1);
    return (lists ? lists.get(step) : (script as { readonly replies: readonly Entry[] }).replies)?.[index];
  };
}

async function* activityOf(entry: Entry | undefined): AsyncGenerator<string> {
  for (const [path, content] of Object.entries(entry?.write ?? {})) yield `${content === null ? 'removes' : 'writes'} ${path}`;
  if (entry?.sh !== undefined) yield 'runs a script';
}

async function perform(call: Call, entry: Entry | undefined, programs: Programs): Promise<Answer> {
  const usage = {
    nanoUsd: nanoUsdOf(entry?.costUsd ?? 0),
    inputTokens: entry?.inputTokens ?? 0,
    outputTokens: entry?.outputTokens ?? 0,
    model: null,
  };
  const failure = entry === undefined ? exhausted : await act(call, entry, programs);
  if (failure !== null) return { reply: { ok: false, failure }, usage, warnings: [] };
  return { reply: { ok: true, text: entry?.reply ?? '' }, usage, warnings: [] };
}

const exhausted: Failure = {
  kind: 'refused',
  message: 'agent script exhausted',
  hint: 'Add an entry to the script for each call of the run.',
  retryable: false,
};

const cancelled: Failure = { kind: 'cancelled', message: 'The call was cancelled.' };

/** Does what the entry says; gives why the call fails, or null. */
async function act(call: Call, entry: Entry, programs: Programs): Promise<Failure | null> {
  for (const [path, content] of Object.entries(entry.write ?? {})) {
    if (call.signal.aborted) return cancelled;
    const failure = await writeInside(call.cwd, path, content);
    if (failure !== null) return failure;
  }
  if (entry.sh !== undefined) {
    const { cwd, env, timeoutMs, signal } = call;
    const { end } = await programs.run({ argv: ['sh', '-c', entry.sh], cwd, env, timeoutMs, signal });
    if (end.kind === 'timeout') return { kind: 'timeout', message: 'The shell text of the scripted agent ran out of time.' };
    if (end.kind === 'failed') return end.failure;
  }
  if (call.signal.aborted) return cancelled;
  if (entry.error === undefined) return null;
  const kind = entry.kind ?? 'refused';
  return { kind, message: entry.error, retryable: kind === 'rate_limited' || kind === 'overloaded' };
}
