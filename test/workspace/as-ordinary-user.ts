/* Run by a test as a user without privileges, in a folder that user may write: root ignores permissions and would prove nothing. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';
import { listing } from './listing.ts';

const base = process.argv[2] as string;
const root = join(base, 'theirs');
mkdirSync(root);
const env = { PATH: process.env['PATH'] ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
const sh = (text: string): string => execFileSync('sh', ['-c', text], { cwd: root, env, encoding: 'utf8' });
sh(`git init -q -b main . && git config user.name u && git config user.email u@u && mkdir -p src ro && echo one > src/a && echo two > ro/f
  git add -A && git commit -qm i && echo mine > ro/mine && mkdir ro/empty && chmod 444 ro/mine && chmod 555 ro/empty ro`);

const workspace = gitWorkspace({ cwd: root, programs: programs(), blobs: fileBlobs(join(base, 'blobs'), false), env });
const run = { run: 'k7m2', slug: 'fix', ownBranch: true };
const take = async (name: string) => {
  const taken = await workspace.snapshot(run, name, 'before');
  if (!taken.ok) throw new Error(taken.failure.message);
  return taken.value.snapshot;
};
await workspace.prepare(run);
const before = listing(root);
const to = await take('before');
sh(`chmod 755 ro; rm -rf ro/mine ro/empty; echo agent > ro/f; chmod 444 ro/f; chmod 555 ro; echo broken > src/a; chmod 000 src/a
  mkdir -p locked/in; echo x > locked/in/f; chmod 000 locked/in/f; chmod 555 locked/in; chmod 000 locked; echo no > no; chmod 000 no; chmod 000 src`);
const restored = await workspace.restore(run, to, await take('left'));
if (!restored.ok) throw new Error(restored.failure.message);
const after = listing(root);
console.log(isDeepStrictEqual(before, after) ? 'the same' : JSON.stringify({ before, after }, null, 1));
