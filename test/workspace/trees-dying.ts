/* Run by a test: makes a tree and merges what it did there, and dies at a given call of git. */
import { join } from 'node:path';
import { programs } from '../../src/adapters/process/programs.ts';
import { fileBlobs } from '../../src/adapters/store/sqlite/blobs.ts';
import { gitWorkspace } from '../../src/adapters/workspace/git/git-workspace.ts';
import { gitTrees } from '../../src/adapters/workspace/git/trees/git-trees.ts';
import { agent, value, write } from './scene.ts';

const { cwd, base, env, run, snapshot, calls } = JSON.parse(process.argv[2] as string);
const real = programs();
let left = calls as number;
const dying: typeof real = {
  ...real,
  run: (spec) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return real.run(spec);
  },
};
const options = { cwd, programs: dying, blobs: fileBlobs(join(base, 'blobs'), false), env };
const trees = gitTrees(options);
value(await trees.make(run, 'one', snapshot));
const tree = await trees.at(run, 'one');
write(tree.cwd, { 'src/a.txt': 'agent\none\nmine\n' });
agent(tree.cwd, 'git add -A; git commit -qm agent', env);
const theirs = value(await tree.workspace.snapshot(run, 'theirs', 'theirs')).snapshot;
const ours = value(await gitWorkspace(options).snapshot(run, 'ours', 'ours')).snapshot;
const { merged } = value(await trees.merge(run, 'one', { base: snapshot, theirs, ours }, 'merged'));
if (merged === null) throw new Error('not merged');
