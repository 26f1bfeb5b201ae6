/* Run by a test as a user without privileges, in a folder that user may write: root may read everything and would prove nothing. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';

const [base, setup, lock, damage] = process.argv.slice(2) as [string, string, string, string];
const root = join(base, 'theirs');
mkdirSync(root);
const env = { PATH: process.env['PATH'] ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
const sh = (text: string): string => execFileSync('sh', ['-c', text], { cwd: root, env, encoding: 'utf8' });
/** Modes of everything, then the words of everything that is opened for the look. */
const look = (): string =>
  sh(`list() { find . -path ./.git -prune -o -path ./.pawl -prune -o -print | sort; }; list > ${base}/names; xargs ls -ld < ${base}/names | cut -c1-10 > ${base}/modes
    paste ${base}/modes ${base}/names`);
const words = (): string =>
  sh(`chmod -R u+rwX .; find . -path ./.git -prune -o -path ./.pawl -prune -o -type f -print | sort | xargs grep -H ''`);

sh(`git init -q -b main . && git config user.name u && git config user.email u@u && echo a > a && git add -A && git commit -qm i`);
const workspace = gitWorkspace({ cwd: root, programs: programs(), blobs: fileBlobs(join(base, 'blobs'), false), env });
const run = { run: 'k7m2', slug: 'fix', ownBranch: true };
const take = async (name: string) => {
  const taken = await workspace.snapshot(run, name, 'before');
  if (!taken.ok) throw new Error(taken.failure.message);
  return taken.value.snapshot;
};
sh(setup);
await workspace.prepare(run);
await take('first');
sh(lock);
const before = look();
const to = await take('before');
sh(damage);
const restored = await workspace.restore(run, to, await take('left'));
if (!restored.ok) throw new Error(restored.failure.message);
const after = look();
console.log(JSON.stringify({ before, after, words: words(), notes: restored.value.notes }));
