import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agent, Scene, sh } from './scene.ts';

/*
 * Any user's state, any damage: afterwards nothing differs. The state and the damage are both lists of small shell commands over
 * a handful of names that collide on purpose: files where folders were, links where files were, names git would quote.
 */

const names = [
  'a',
  'b.txt',
  'd',
  'd/e',
  'd/e/f',
  'd/x y',
  'd/"q"',
  'ig.log',
  'd/ig.log',
  '.gitignore',
  'd/.gitignore',
  ':(top)x',
  '-rf',
  'new\nline',
  'caf\u00e9',
  'tail ',
];
const name = fc.constantFrom(...names);
const text = fc.constantFrom('', 'one\n', 'two\n', 'a\r\nb\r\n', 'mixed\r\nends\n', '*.log\n', '\u0000bin');
const mode = fc.constantFrom('600', '644', '755', '444', '700', '640');
const folderMode = fc.constantFrom('700', '755', '555', '750');

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
const at = (path: string): string => quoted(`./${path}`);
const printed = (value: string): string =>
  `printf '${value.replaceAll('\\', '\\\\').replaceAll('\0', '\\000').replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('%', '%%')}'`;

const fileCommand = fc.oneof(
  fc.tuple(name, text).map(([path, content]) => `mkdir -p "$(dirname ${at(path)})"; ${printed(content)} > ${at(path)}`),
  name.map((path) => `rm -rf ${at(path)}`),
  name.map((path) => `mkdir -p ${at(path)}`),
  fc
    .tuple(name, name)
    .map(([path, target]) => `mkdir -p "$(dirname ${at(path)})"; rm -rf ${at(path)}; ln -s ${quoted(target)} ${at(path)}`),
  fc.tuple(name, name).map(([from, to]) => `mv ${at(from)} ${at(to)}`),
  fc.tuple(name, mode).map(([path, bits]) => `test -L ${at(path)} || test -d ${at(path)} || chmod ${bits} ${at(path)}`),
  fc.tuple(name, folderMode).map(([path, bits]) => `test -L ${at(path)} || { test -d ${at(path)} && chmod ${bits} ${at(path)}; }`),
);
const gitCommand = fc.oneof(
  name.map((path) => `git --literal-pathspecs add -- ${at(path)}`),
  fc.constantFrom(
    'git add -A',
    'git commit -qm work',
    'git commit -qam work',
    'git reset -q',
    'git reset -q --hard',
    'git stash -q',
    'git stash -q -u',
    'git stash pop -q',
    'git clean -fdq',
  ),
  fc.constantFrom(
    'git checkout -q -b side',
    'git checkout -q main',
    'git checkout -q --detach',
    'git branch -q -D side',
    'git tag t1',
    'git tag -d t1',
    'git commit -q --allow-empty -m empty',
    'git update-ref -d refs/heads/main',
  ),
  fc.constantFrom(
    'git merge -q side',
    'git rebase -q side',
    'git rm -q -r --cached .',
    'git add -N .',
    'git update-index --assume-unchanged b.txt',
    'git update-index --skip-worktree a',
    'git config core.autocrlf true',
    'git config user.name agent',
    'git gc -q --prune=now',
  ),
);

/** A listing without what the user's rules ignore, and without folders that are only there for the sake of ignored files. */
function unignored(scene: Scene, files: Record<string, string>, before: Record<string, string>): Record<string, string> {
  const paths = Object.keys(files);
  const answer = spawnSync('git', ['check-ignore', '-z', '--stdin'], {
    cwd: scene.root,
    env: scene.env,
    input: Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1'),
  });
  const ignored = answer.stdout
    .toString('latin1')
    .split('\0')
    .filter((path) => path !== '');
  const isNewShell = (path: string): boolean => !(path in before) && ignored.some((other) => other.startsWith(`${path}/`));
  return Object.fromEntries(Object.entries(files).filter(([path]) => !ignored.includes(path) && !isNewShell(path)));
}

test('whatever a user had and whatever an agent did: after a restore nothing differs', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fileCommand, { maxLength: 8 }),
      fc.array(fc.oneof(fileCommand, gitCommand), { maxLength: 8 }),
      fc.array(fc.oneof({ weight: 2, arbitrary: fileCommand }, gitCommand), { minLength: 1, maxLength: 10 }),
      fc.boolean(),
      async (committed, users, damage, isEmpty) => {
        const scene = new Scene({ files: isEmpty ? null : { a: 'a\n', 'b.txt': 'b\n', 'd/e/f': 'f\n', '.gitignore': '*.log\n' } });
        for (const command of committed) agent(scene.root, command);
        if (!isEmpty) agent(scene.root, 'git add -A && git commit -qm second');
        for (const command of users) agent(scene.root, command);
        sh(
          scene.root,
          'rm -rf .git/rebase-merge .git/rebase-apply .git/MERGE_HEAD .git/MERGE_MSG .git/MERGE_MODE .git/AUTO_MERGE; git ls-files -u | grep -q . && git reset -q || true',
        );
        await scene.prepare();
        const before = scene.observe();
        const to = await scene.snapshot('before');
        for (const command of damage) agent(scene.root, command);
        await scene.restore(to);
        const after = scene.observe();
        // What the rules of the user ignore is left as the agent left it.
        const files = before['files'] as Record<string, string>;
        expect({ ...after, files: unignored(scene, after['files'] as Record<string, string>, files) }).toEqual({
          ...before,
          files: unignored(scene, files, files),
        });
      },
    ),
    { numRuns: Number(process.env['PAWL_PROPERTY_RUNS'] ?? 40), interruptAfterTimeLimit: 500_000 },
  );
});
