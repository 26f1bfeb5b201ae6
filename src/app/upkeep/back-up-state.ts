import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type BackedUp, backUpStore } from '../../adapters/store/sqlite/backup.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { rootOf, stateFolder } from '../project/root.ts';

/** A backup, and where it lies. */
export interface StateBackup extends BackedUp {
  readonly folder: string;
}

/**
 * Copies the state of this folder to a new one, `target` as seen from `cwd`, while runs are at work or not. Refused within the workspace
 * itself, where it would be put back and committed with the work.
 */
export async function backUpState(cwd: string, target: string): Promise<Result<StateBackup, Refusal>> {
  const root = rootOf(cwd);
  const folder = resolve(cwd, target);
  const state = stateFolder(root);
  if (!existsSync(state)) {
    return fail({ code: 'run/unknown-run', message: `no run has been made in ${root} yet`, hint: 'there is nothing to back up' });
  }
  const within = relative(root, folder);
  if (!within.startsWith('..') && !isAbsolute(within)) {
    return fail({
      code: 'store/backup-not-made',
      message: `${folder} lies in ${root}, where a run would take it for a part of the work`,
      hint: 'give a folder outside, such as  pawl backup ../pawl-state',
    });
  }
  if (existsSync(folder)) {
    return fail({
      code: 'store/backup-not-made',
      message: `${folder} is there already; a backup is not written over anything`,
      hint: `give a folder that is not there yet, such as  pawl backup ${target.replace(/\/+$/, '')}-2`,
    });
  }
  const made = await backUpStore(state, folder);
  if (made.ok) return ok({ folder, ...made.value });
  const { code, ...said } = refusalOf('store/unavailable', made.failure);
  return fail({ code: code === 'store/damaged' ? code : 'store/backup-not-made', ...said });
}
