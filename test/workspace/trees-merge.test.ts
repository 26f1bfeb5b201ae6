import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Merged } from '../../src/ports/trees.ts';
import { agent, listing, Scene, type SceneOptions, value, write } from './scene.ts';
import { grown, take, treesIn } from './trees-in.ts';

/** Text that a table's files begin with: enough lines for changes in two places. */
const text = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('');

const start: SceneOptions = {
  files: {
    'a.txt': text,
    'b.txt': 'bee\n',
    'dir/c.txt': 'sea\n',
    'dir/d.txt': 'dee\n',
    run: '#!/bin/sh\n',
    'bytes.bin': Buffer.from([0, 1, 2, 3, 0, 255]),
  },
  setup: 'echo untracked > own.txt; echo edited > b.txt; mkdir empty; ln -s b.txt link; chmod 600 run',
};

interface MergeCase {
  readonly theirs: string;
  readonly ours: string;
  readonly setup?: string;
}

interface CleanCase extends MergeCase {
  /** What makes the merged files of those before: what both have done, in one. */
  readonly both: string;
}

const clean: Record<string, CleanCase> = {
  'nothing on either side': { theirs: '', ours: '', both: '' },
  'only theirs': { theirs: 'echo x > new; rm dir/c.txt; echo y > b.txt', ours: '', both: 'echo x > new; rm dir/c.txt; echo y > b.txt' },
  'only ours': { theirs: '', ours: 'echo x > new; rm dir/c.txt; git add -A', both: 'echo x > new; rm dir/c.txt' },
  'two places of one file': {
    theirs: 'sed -i "1s/.*/theirs/" a.txt',
    ours: 'sed -i "12s/.*/ours/" a.txt',
    both: 'sed -i "1s/.*/theirs/;12s/.*/ours/" a.txt',
  },
  'the same change': {
    theirs: 'sed -i "3s/.*/same/" a.txt; echo n > new; rm b.txt',
    ours: 'sed -i "3s/.*/same/" a.txt; echo n > new; rm b.txt',
    both: 'sed -i "3s/.*/same/" a.txt; echo n > new; rm b.txt',
  },
  'many files of which both changed other lines': {
    setup: 'for n in 1 2 3 4 5 6 7 8 9 10; do cp a.txt "many $n"; done',
    theirs: 'sed -i "1s/.*/theirs/" many*',
    ours: 'sed -i "12s/.*/ours/" many*',
    both: 'sed -i "1s/.*/theirs/;12s/.*/ours/" many*',
  },
  'content there, permissions here': { theirs: 'echo x >> a.txt', ours: 'chmod 755 a.txt', both: 'echo x >> a.txt; chmod 755 a.txt' },
  'permissions that git does not know': {
    theirs: 'chmod 640 a.txt dir; chmod 400 own.txt',
    ours: 'chmod 600 b.txt; echo x >> own.txt',
    both: 'chmod 640 a.txt dir; echo x >> own.txt; chmod 400 own.txt; chmod 600 b.txt',
  },
  'a private file is replaced and not private any more': {
    theirs: 'rm run; echo x > run; chmod 644 run',
    ours: '',
    both: 'rm run; echo x > run; chmod 644 run',
  },
  'bytes that are no text, on one side': {
    theirs: 'printf "\\0\\1x" > bytes.bin',
    ours: 'echo x >> a.txt',
    both: 'printf "\\0\\1x" > bytes.bin; echo x >> a.txt',
  },
  'empty folders': {
    theirs: 'rmdir empty; mkdir -p new/deep; rm -r dir; mkdir dir',
    ours: 'mkdir -p mine/deep',
    both: 'rmdir empty; mkdir -p new/deep mine/deep; rm -r dir; mkdir dir',
  },
  'a file in the empty folder of both': {
    theirs: 'echo x > empty/x',
    ours: 'mkdir empty/mine',
    both: 'echo x > empty/x; mkdir empty/mine',
  },
  'a folder that theirs removed and in which ours has something new': {
    theirs: 'rm -r dir',
    ours: 'echo x > dir/new; mkdir dir/e',
    both: 'rm dir/c.txt dir/d.txt; echo x > dir/new; mkdir dir/e',
  },
  'a folder becomes a file, a file becomes a folder': {
    theirs: 'rm -r dir; echo x > dir; rm a.txt; mkdir a.txt; echo y > a.txt/y',
    ours: 'echo x > new',
    both: 'rm -r dir; echo x > dir; rm a.txt; mkdir a.txt; echo y > a.txt/y; echo x > new',
  },
  links: {
    theirs: 'ln -sf a.txt link; ln -s nowhere other; rm b.txt; ln -s a.txt b.txt',
    ours: 'rm own.txt',
    both: 'ln -sf a.txt link; ln -s nowhere other; rm b.txt own.txt; ln -s a.txt b.txt',
  },
  pipes: {
    setup: 'mkfifo old',
    theirs: 'rm old; mkfifo -m 600 new',
    ours: 'mkfifo -m 644 mine',
    both: 'rm old; mkfifo -m 600 new; mkfifo -m 644 mine',
  },
  'names of any bytes': {
    setup: 'cp a.txt "$(printf "b\\377d\\nx")"',
    theirs: 'sed -i "1s/.*/theirs/" b*d*; printf n > "$(printf "n\\376\\"\\n")"',
    ours: 'sed -i "12s/.*/ours/" b*d*',
    both: 'sed -i "1s/.*/theirs/;12s/.*/ours/" b*d*; printf n > "$(printf "n\\376\\"\\n")"',
  },
  'a renamed file that ours left alone': {
    theirs: 'mv a.txt moved.txt; echo x >> moved.txt',
    ours: 'echo x > new',
    both: 'mv a.txt moved.txt; echo x >> moved.txt; echo x > new',
  },
  'rules of what is ignored': {
    theirs: 'echo "*.log" > .gitignore; echo x > x.log; git add -f x.log',
    ours: 'echo x > new',
    both: 'echo "*.log" > .gitignore; echo x > x.log; echo x > new',
  },
  'line ends that git converts': {
    setup: 'git config core.autocrlf true; sed "s/\\$/\\r/" a.txt > crlf.txt; git add -A; git commit -qm crlf',
    theirs: 'sed -i "1s/line/theirs/" crlf.txt; git add -A; git commit -qm x',
    ours: 'sed -i "12s/line/ours/" crlf.txt',
    both: 'sed -i "1s/line/theirs/;12s/line/ours/" crlf.txt',
  },
};

const conflicting: Record<string, MergeCase & { readonly paths: readonly string[] }> = {
  'one line in two ways': { theirs: 'sed -i "3s/.*/x/" a.txt', ours: 'sed -i "3s/.*/y/" a.txt', paths: ['a.txt'] },
  'a new file of two contents': { theirs: 'echo x > new', ours: 'echo y > new', paths: ['new'] },
  'deleted there, changed here': { theirs: 'rm a.txt', ours: 'echo x >> a.txt', paths: ['a.txt'] },
  'changed there, deleted here': { theirs: 'echo x >> a.txt', ours: 'rm a.txt', paths: ['a.txt'] },
  'renamed there, changed here': { theirs: 'mv a.txt moved', ours: 'echo x >> a.txt', paths: ['a.txt'] },
  'bytes that are no text': { theirs: 'printf "\\0x" > bytes.bin', ours: 'printf "\\0y" > bytes.bin', paths: ['bytes.bin'] },
  'a link to two places': { theirs: 'ln -sf x link', ours: 'ln -sf y link', paths: ['link'] },
  'a link there, content here': { theirs: 'rm a.txt; ln -s b.txt a.txt', ours: 'echo x >> a.txt', paths: ['a.txt'] },
  'a new folder there, a new file here': { theirs: 'mkdir new; echo x > new/x', ours: 'echo y > new', paths: ['new'] },
  'a new file there, a new folder here': { theirs: 'echo y > new', ours: 'mkdir -p new/deep; echo x > new/deep/x', paths: ['new'] },
  'a new file there, a new empty folder here': { theirs: 'echo y > new', ours: 'mkdir new', paths: ['new'] },
  'permissions in two ways': { theirs: 'chmod 600 a.txt', ours: 'chmod 640 a.txt', paths: ['a.txt'] },
  'a pipe there, a file here': { theirs: 'mkfifo new', ours: 'echo x > new', paths: ['new'] },
  'a file there where an ignored one lies here': {
    setup: 'echo secret > .gitignore; git add -A; git commit -qm i; echo mine > secret',
    theirs: 'echo x > secret; git add -f secret',
    ours: '',
    paths: ['secret'],
  },
  'a repository of the user’s where a folder is written': {
    theirs: 'mkdir vendor; echo x > vendor/x',
    ours: 'git init -q vendor; echo y > vendor/y',
    paths: ['vendor/x'],
  },
  'a file in Pawl’s own folder': { theirs: 'mkdir .pawl; echo x > .pawl/x; git add -f .pawl/x', ours: '', paths: ['.pawl/x'] },
  'names with bytes of all kinds': {
    theirs: 'printf x > "$(printf "a\\nb\\377")"',
    ours: 'printf y > "$(printf "a\\nb\\377")"',
    paths: ['a\\nb\ufffd'],
  },
};

async function merging({ setup = '', theirs, ours }: MergeCase) {
  const { scene, base, tree } = await grown({ ...start, setup: `${start.setup}\n${setup}` });
  const began = listing(scene.root);
  agent(tree.cwd, theirs, scene.env);
  scene.sh(`true; ${ours}`);
  const before = scene.observe();
  const states = { base, theirs: await take(tree, scene, 'theirs'), ours: await scene.snapshot('ours') };
  const answer: Merged = value(await treesIn(scene).merge(scene.run, 'one', states, 'merged'));
  expect(scene.observe()).toEqual(before);
  return { scene, states, answer, before, began };
}

for (const [name, each] of Object.entries(clean)) {
  test(`what both sides did comes together exactly, and goes back: ${name}`, async () => {
    const { scene, states, answer, before } = await merging(each);
    expect(answer.conflicts).toEqual([]);
    const merged = answer.merged as NonNullable<typeof answer.merged>;
    const wanted = new Scene({ ...start, setup: `${start.setup}\n${each.setup ?? ''}\n${each.both}` });
    value(await scene.workspace.restore(scene.run, merged, states.ours));
    expect(scene.observe()).toEqual({
      ...scene.observe(),
      files: listing(wanted.root),
      staged: before.staged,
      head: before.head,
      refs: before.refs,
    });
    expect(value(await scene.workspace.differsFrom(scene.run, merged))).toBe(null);
    expect((await scene.snapshot('again')).tree).toBe(merged.tree);
    await scene.restore(states.ours);
    expect(scene.observe()).toEqual(before);
  });
}

for (const [name, each] of Object.entries(conflicting)) {
  test(`a conflict is named and nothing is merged: ${name}`, async () => {
    expect((await merging(each)).answer).toEqual({ merged: null, conflicts: each.paths });
  });
}

test('a merge is committed as what the tree did, and what the person has uncommitted stays theirs', async () => {
  const { scene, states, answer } = await merging({
    theirs: 'echo x > new; sed -i "1s/.*/x/" a.txt; git add -A; git commit -qm agent',
    ours: 'echo y > mine',
  });
  const merged = answer.merged as NonNullable<typeof answer.merged>;
  value(await scene.workspace.restore(scene.run, merged, states.ours));
  const plan = value(await scene.workspace.planCommit(scene.run, states.ours, merged, 'fix: one merged'));
  value(await scene.workspace.commit(scene.run, states.ours, plan as NonNullable<typeof plan>));
  expect(scene.sh('git log --format=%s --name-only')).toBe(
    'fix: one merged\n\na.txt\nnew\nfirst\n\na.txt\nb.txt\nbytes.bin\ndir/c.txt\ndir/d.txt\nrun\n',
  );
  expect(scene.sh('git status --porcelain')).toBe(' M b.txt\n?? link\n?? mine\n?? own.txt\n');
});

test('two trees come in one after the other', async () => {
  const { scene, base, tree } = await grown(start);
  const trees = treesIn(scene);
  value(await trees.make(scene.run, 'two', base));
  const two = await trees.at(scene.run, 'two');
  agent(tree.cwd, 'sed -i "1s/.*/one/" a.txt; echo 1 > one', scene.env);
  agent(two.cwd, 'sed -i "12s/.*/two/" a.txt; echo 2 > two', scene.env);
  for (const [name, each] of [
    ['one', tree],
    ['two', two],
  ] as const) {
    const ours = await scene.snapshot(`ours-${name}`);
    const { merged } = value(
      await trees.merge(scene.run, name, { base, theirs: await take(each, scene, `theirs-${name}`), ours }, `merged-${name}`),
    );
    value(await scene.workspace.restore(scene.run, merged as NonNullable<typeof merged>, ours));
  }
  expect(scene.read('a.txt')).toBe(text.replace('line 0', 'one').replace('line 11', 'two'));
  expect(scene.read('one') + scene.read('two')).toBe('1\n2\n');
});

test('no program that the repository names runs for a merge, nor while it is put into the work tree', async () => {
  const { scene, base, tree } = await grown({
    ...start,
    setup: `git config merge.evil.driver 'touch "$CASE_TMP/ran"; exit 1'; git config filter.evil.clean 'touch "$CASE_TMP/ran"; cat'
      git config filter.evil.smudge 'touch "$CASE_TMP/ran"; cat'; git config diff.evil.textconv 'touch "$CASE_TMP/ran"; cat'
      git config diff.external 'touch "$CASE_TMP/ran"'; git config merge.default evil; echo '* merge=evil filter=evil diff=evil' > .gitattributes`,
  });
  write(tree.cwd, { 'a.txt': text.replace('line 0', 'theirs') });
  write(scene.root, { 'a.txt': text.replace('line 11', 'ours') });
  const states = { base, theirs: await take(tree, scene, 'theirs'), ours: await scene.snapshot('ours') };
  const { merged } = value(await treesIn(scene).merge(scene.run, 'one', states, 'merged'));
  value(await scene.workspace.restore(scene.run, merged as NonNullable<typeof merged>, states.ours));
  expect(scene.read('a.txt')).toBe(text.replace('line 0', 'theirs').replace('line 11', 'ours'));
  expect(existsSync(join(scene.base, 'ran'))).toBe(false);
});
