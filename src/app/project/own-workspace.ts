import { hostname } from 'node:os';
import { isRunId } from '../../core/model/names.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, type Result } from '../../core/model/result.ts';
import type { Owner } from '../../ports/ownership.ts';
import type { Store } from '../../ports/store.ts';

/**
 * Owns the workspace for as long as `act` takes, so that nobody else changes it meanwhile: what must be true while it is changed
 * is read within. `who` is the id of the run, or, for what is no run, its command ("pawl gc"). Refused while somebody else owns it.
 */
export async function withOwned<T>(
  store: Pick<Store, 'ownership'>,
  who: string,
  root: string,
  act: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const claim = await store.ownership.acquire({ run: who, pid: process.pid, host: hostname() });
  if (!claim.ok) return fail(refusalOf('store/unavailable', claim.failure));
  if (!claim.value.owned) return fail(busy(root, claim.value.owner));
  try {
    return await act();
  } finally {
    await claim.value.release();
  }
}

function busy(root: string, owner: Owner | null): Refusal {
  const named = owner !== null && owner.run !== '' ? owner : null;
  const isRun = named !== null && isRunId(named.run);
  const who = named === null ? 'another process' : `${isRun ? 'run ' : ''}${named.run} (process ${named.pid} on ${named.host})`;
  return {
    code: 'run/workspace-busy',
    message: `${who} is at work in ${root}; two at once in one workspace would undo each other's work`,
    hint: isRun ? `wait for it, or: pawl cancel ${named.run}` : 'wait for it; pawl runs  shows whether a run is going on',
  };
}
