import { expect, test } from 'vitest';
import { agent, listing, value } from './scene.ts';
import { grown, take, treesIn } from './trees-in.ts';

/** What an agent does in its own work tree to the rules of what is ignored. */
const cases: Record<string, string> = {
  'a rule is removed': 'sed -i "/^.env/d" .gitignore',
  'all rules are removed': 'echo > .gitignore',
  'the file of rules is removed': 'rm .gitignore',
  'a nested file of rules is removed': 'rm sub/.gitignore',
  'both are removed, and files too': 'rm .gitignore sub/.gitignore tracked.log a.txt; git add -A; git commit -qm agent',
  'a rule is negated': 'printf "!.env\\n!*.log\\n!private\\n" >> .gitignore',
  'a nested file negates': 'printf "!*.log\\n" > sub/.gitignore; printf "!deep.tmp\\n" >> sub/.gitignore',
  'what only info/exclude ignores is negated': 'printf "!private\\n!kept*\\n" >> .gitignore',
  'a folder is negated': 'printf "!node_modules/\\n" >> .gitignore',
};

for (const [name, change] of Object.entries(cases)) {
  test(`what the user had ignored stays byte for byte when a work tree of its own comes in, and after undo: ${name}`, async () => {
    const { scene, base, tree } = await grown({
      files: {
        'a.txt': 'a\n',
        '.gitignore': '.env\nnode_modules/\n*.log\nbuild\n',
        'sub/.gitignore': '*.tmp\n',
        'sub/s.txt': 's\n',
      },
      setup: [
        'echo E=1 > .env; chmod 600 .env; echo log > my.log; echo deep > sub/deep.tmp',
        'mkdir -p node_modules/.bin node_modules/empty node_modules/repo build; echo m > node_modules/.bin/m; chmod 755 node_modules/.bin/m',
        'git init -q node_modules/repo; echo r > node_modules/repo/r; chmod 700 node_modules/.bin; mkfifo build/pipe; echo o > build/out',
        'mkdir node_modules/cache; echo "*" > node_modules/cache/.gitignore; echo c > node_modules/cache/c; ln -s ../my.log node_modules/link',
        'echo tracked > tracked.log; git add -f tracked.log; git commit -qm tracked; echo edited >> tracked.log',
        'printf "private\\nkept*\\n" >> .git/info/exclude; echo p > private; mkdir kept; echo k > kept/k; echo notes > notes.txt',
      ].join('\n'),
    });
    const before = scene.observe();
    const mine = listing(scene.root);
    agent(tree.cwd, `echo agent > new.txt; ${change}`, scene.env);
    const states = { base, theirs: await take(tree, scene, 'theirs'), ours: await scene.snapshot('ours') };
    const { merged } = value(await treesIn(scene).merge(scene.run, 'one', states, 'merged'));
    if (merged === null) throw new Error('it conflicts');
    // What comes meanwhile into a folder that is ignored is the user's as well.
    scene.sh('echo late > node_modules/late; echo more >> my.log');
    const late = listing(scene.root);
    for (const time of ['first', 'again']) {
      value(await scene.workspace.restore(scene.run, merged, states.ours));
      const after = listing(scene.root);
      expect(after['new.txt'], time).toBe('file 644 agent\n');
      const ignored = Object.keys(mine).filter((path) =>
        /^(\.env|node_modules|my\.log|build|private|kept|sub\/deep\.tmp|notes)/.test(path),
      );
      expect(ignored.length).toBeGreaterThan(12);
      for (const path of [...ignored, 'node_modules/late']) expect([path, after[path]]).toEqual([path, late[path]]);
      expect('a.txt' in after).toBe(!change.includes('a.txt'));
      expect('tracked.log' in after).toBe(!change.includes('tracked.log'));
      scene.reopen();
    }
    const plan = value(await scene.workspace.planCommit(scene.run, states.ours, await scene.snapshot('after'), 'x'));
    if (plan === null) throw new Error('nothing to commit');
    const committed = scene.git('ls-tree', '-r', '--name-only', plan.commit);
    expect(committed).not.toMatch(/^(\.env|node_modules|my\.log|build|private|kept|sub\/deep)/m);
    await scene.restore(base);
    expect(listing(scene.root)).toEqual(late);
    scene.sh('rm node_modules/late; echo log > my.log');
    expect(scene.observe()).toEqual({ ...before, files: mine });
  });
}

/** What of a step's own comes to lie in what the user's rules hide, in a step that hides nothing any more. */
const inTheWay: Record<string, { readonly users: string; readonly theirs: string; readonly conflict: string }> = {
  'a folder where a hidden file is': { users: 'echo log > my.log', theirs: 'mkdir my.log; echo x > my.log/x', conflict: 'my.log' },
  'an empty folder where a hidden file is': { users: 'echo log > my.log', theirs: 'mkdir my.log', conflict: 'my.log' },
  'deep below a hidden file': {
    users: 'mkdir build; echo b > build/b',
    theirs: 'mkdir -p build/b/c; echo x > build/b/c/x',
    conflict: 'build/b',
  },
  'a file where a hidden folder is': { users: 'mkdir build; echo b > build/b', theirs: 'echo x > build', conflict: 'build' },
  'a file below a hidden link': { users: 'mkdir ../out; ln -s ../out build', theirs: 'mkdir build; echo x > build/x', conflict: 'build' },
  'a file in a hidden repository': {
    users: 'git init -q build; echo r > build/r',
    theirs: 'mkdir build; echo x > build/x',
    conflict: 'build/x',
  },
  'a folder in a hidden repository': { users: 'git init -q build', theirs: 'mkdir -p build/sub', conflict: 'build/sub' },
};

for (const [name, { users, theirs, conflict }] of Object.entries(inTheWay)) {
  test(`what would come into what the user has hidden conflicts, and nothing is lost on either side: ${name}`, async () => {
    const { scene, base, tree } = await grown({ files: { 'a.txt': 'a\n', '.gitignore': '*.log\nbuild\n' }, setup: users });
    const before = scene.observe();
    agent(tree.cwd, `echo > .gitignore; ${theirs}`, scene.env);
    const states = { base, theirs: await take(tree, scene, 'theirs'), ours: await scene.snapshot('ours') };
    expect(value(await treesIn(scene).merge(scene.run, 'one', states, 'merged'))).toEqual({ merged: null, conflicts: [conflict] });
    expect(scene.observe()).toEqual(before);
  });
}

test('a hidden folder that a step’s file comes into keeps its permissions, then and after undo', async () => {
  const files = { 'a.txt': 'a\n', '.gitignore': 'private/\n' };
  const { scene, base, tree } = await grown({ files, setup: 'mkdir -p private/in; echo p > private/in/p; chmod 700 private private/in' });
  agent(tree.cwd, 'echo > .gitignore; mkdir -p private/in; echo x > private/in/x', scene.env);
  const states = { base, theirs: await take(tree, scene, 'theirs'), ours: await scene.snapshot('ours') };
  const { merged } = value(await treesIn(scene).merge(scene.run, 'one', states, 'merged'));
  if (merged === null) throw new Error('it conflicts');
  const modes = () => scene.sh('stat -c %a private private/in').trim();
  value(await scene.workspace.restore(scene.run, merged, states.ours));
  expect([scene.read('private/in/x'), modes()]).toEqual(['x\n', '700\n700']);
  await scene.restore(base);
  expect(modes()).toBe('700\n700');
});

test.each(['é', 'naïve', 'プラン', 'x́', `${'長'.repeat(40)}`])('a tree’s name may have letters of any script: %s', async (id) => {
  const { scene, base, tree } = await grown({}, `12-${id}-item3-tree`);
  agent(tree.cwd, 'echo x > new.txt', scene.env);
  const states = { base, theirs: await take(tree, scene, `7-${id}-theirs`), ours: await scene.snapshot('ours') };
  const { merged } = value(await treesIn(scene).merge(scene.run, `12-${id}-item3-tree`, states, 'merged'));
  if (merged === null) throw new Error('it conflicts');
  value(await scene.workspace.restore(scene.run, merged, states.ours));
  expect(scene.read('new.txt')).toBe('x\n');
  value(await treesIn(scene).removeAll(scene.run));
});
