import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunPlace } from '../../../../ports/workspace.ts';
import { waitForLock } from '../index/index-lock.ts';
import type { Place } from '../place/place.ts';
import { readRefs } from '../refs/refs.ts';
import { rememberGitLink } from '../repository/kept-git-link.ts';
import { ensureShadow, stateFolderOf } from '../repository/shadow.ts';
import type { Repository } from '../repository.ts';
import { Trouble } from '../trouble.ts';
import { pawlBranchFailure } from './inspect.ts';
import { readConfiguration, readPrepared, writePrepared } from './prepared.ts';
import type { Seen } from './seen.ts';

/**
 * Makes a work tree ready for a run. What held when the run began is remembered the first time only: a resumed run keeps it.
 * `seen` is what an `inspect` has just seen, or null.
 */
export async function prepare(repository: Repository, run: RunPlace, seen: Seen | null): Promise<void> {
  const { git, place } = repository;
  await waitForLock(place);
  const refs = seen?.refs ?? (await readRefs(git, place, run.run)).refs;
  for (const branch of run.ownBranch ? ['pawl', `pawl/${run.slug}`] : []) {
    if (refs.has(`refs/heads/${branch}`)) throw new Trouble(pawlBranchFailure(branch));
  }
  const wasHidden = await hideState(place);
  const before = await readPrepared(place);
  const prepared = before?.run === run.run ? before : await readConfiguration(git, place, run.run, seen?.settings);
  ensureShadow(place, prepared.excludesFile);
  if (before?.run !== run.run) await writePrepared(place, prepared);
  rememberGitLink(place, run.run);
  const isGuarded = existsSync(join(place.stateDir, '.git'));
  if (!(wasHidden && isGuarded && seen?.stateHidden)) await guardState(repository);
}

/** Hides Pawl's folder for something else than a run. What a run before has remembered stays. */
export async function hide(repository: Repository): Promise<void> {
  const { git, place } = repository;
  await hideState(place);
  const { excludesFile } = (await readPrepared(place)) ?? (await readConfiguration(git, place, ''));
  // Without it `git clean` does not take the folder for a repository, and removes it (tried).
  ensureShadow(place, excludesFile);
  await guardState(repository);
}

/** Hides Pawl's folder through info/exclude: the user's .gitignore is not ours to edit. Says whether it was hidden already. */
async function hideState(place: Place): Promise<boolean> {
  const own = stateFolderOf(place);
  if (own === null) return true;
  const file = join(place.commonDir, 'info', 'exclude');
  const line = `/${Buffer.from(own, 'latin1').toString('utf8')}/`;
  const present = await readFile(file, 'utf8').catch(() => '');
  if (present.split('\n').includes(line)) return true;
  await mkdir(join(place.commonDir, 'info'), { recursive: true });
  await appendFile(file, `${present === '' || present.endsWith('\n') ? '' : '\n'}${line}\n`);
  return false;
}

/**
 * `git clean -fdx` removes ignored folders, so an agent that runs it would take the journal and every snapshot's record along.
 * It leaves repositories alone: a `.git` file makes Pawl's folder one (tried). Not where a rule shows the folder in spite of
 * info/exclude, because `git add -A` refuses a repository without commits.
 */
async function guardState({ git, place }: Repository): Promise<void> {
  const own = stateFolderOf(place);
  const guard = join(place.stateDir, '.git');
  if (own === null) return;
  // This verb knows no literal pathspecs; ours needs none.
  const ignored = await git.user(place, ['check-ignore', '-q', '--', Buffer.from(own, 'latin1').toString('utf8')], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
    answers: [1, 128],
  });
  if (ignored.code !== 0) await rm(guard, { force: true });
  else if (!existsSync(guard)) await writeFile(guard, 'gitdir: git\n');
}
