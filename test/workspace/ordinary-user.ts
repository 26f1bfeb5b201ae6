import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';
import type { Snapshot } from '../../src/core/events/event-parts.ts';

/**
 * A work tree and the workspace over it, for programs that a test starts as a user without privileges, in a folder that user may
 * write: root ignores permissions and would prove nothing. They cannot use `Scene`, which belongs to the test runner.
 */
export function ordinaryUser(base: string) {
  const root = join(base, 'theirs');
  mkdirSync(root);
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const workspace = gitWorkspace({ cwd: root, programs: programs(), blobs: fileBlobs(join(base, 'blobs'), false), env });
  const run = { run: 'k7m2', slug: 'fix', ownBranch: true };
  const take = async (name: string): Promise<Snapshot> => {
    const taken = await workspace.snapshot(run, name, 'before');
    if (!taken.ok) throw new Error(taken.failure.message);
    return taken.value.snapshot;
  };
  return {
    root,
    sh: (text: string): string => execFileSync('sh', ['-c', text], { cwd: root, env, encoding: 'utf8' }),
    prepare: () => workspace.prepare(run),
    take,
    /** Records what is there, puts `to` back, and gives what a person is told. */
    async putBack(to: Snapshot): Promise<readonly string[]> {
      const restored = await workspace.restore(run, to, await take('left'));
      if (!restored.ok) throw new Error(restored.failure.message);
      return restored.value.notes;
    },
  };
}
