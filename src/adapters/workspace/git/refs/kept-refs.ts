import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';

/** What runs still hold: how many refs each. */
export async function keptRefs(git: Git, place: Place): Promise<{ run: string; refs: number }[]> {
  const counts = new Map<string, number>();
  for (const name of await namesBelow(git, place, 'refs/pawl')) {
    const run = name.split('/')[2] as string;
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return [...counts].map(([run, refs]) => ({ run, refs }));
}

/** Lets go of everything a run holds; git's next gc removes what nothing else needs. */
export async function forgetRun(git: Git, place: Place, run: string): Promise<void> {
  const names = await namesBelow(git, place, `refs/pawl/${run}`);
  // It names blobs that may be held by nothing else now; the next snapshot writes what is still in the files anew.
  await rm(join(place.shadowDir, 'index'), { force: true });
  if (names.length > 0) await git.user(place, ['update-ref', '--stdin'], { stdin: names.map((name) => `delete ${name}\n`).join('') });
}

async function namesBelow(git: Git, place: Place, prefix: string): Promise<string[]> {
  const answer = await git.user(place, ['for-each-ref', '--format=%(refname)', prefix]);
  return answer.stdout
    .toString('utf8')
    .split('\n')
    .filter((name) => name.startsWith(`${prefix}/`));
}
