import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failure, listing, Scene, value } from './scene.ts';

const usersState = `
  printf '*.secret\\n*.fifo\\n' > .gitignore; git add .gitignore; git commit -qm rules
  echo edit >> src/a.txt; echo mine > notes.txt; echo staged > src/b.txt; git add src/b.txt; echo hidden > x.secret
  mkfifo -m 640 mypipe; mkdir only; mkfifo only/pipe; mkfifo ignored.fifo
`;

/** Damage that puts pipes where somebody reads, or anywhere; each also removes work of the user's. */
const damages: Readonly<Record<string, string>> = {
  'ignore rules': 'rm .gitignore; mkfifo .gitignore',
  'ignore rules of a folder': 'mkfifo src/.gitignore',
  'ignore rules of a new folder': 'mkdir -p new/deep; mkfifo new/deep/.gitignore; echo x > new/deep/file',
  attributes: 'mkfifo .gitattributes src/.gitattributes',
  'the modules file': 'mkfifo .gitmodules',
  'the index': 'rm .git/index; mkfifo .git/index',
  'the configuration': 'rm .git/config; mkfifo .git/config',
  HEAD: 'rm .git/HEAD; mkfifo .git/HEAD',
  'packed refs': 'git pack-refs --all; rm .git/packed-refs; mkfifo .git/packed-refs',
  'a branch': 'rm .git/refs/heads/main; mkfifo .git/refs/heads/main',
  'a new branch': 'mkfifo .git/refs/heads/new',
  excludes: 'rm -f .git/info/exclude; mkfifo .git/info/exclude',
  'the info folder': 'rm -rf .git/info; mkfifo .git/info',
  'the refs folder': 'git pack-refs --all; rm -rf .git/refs; mkfifo .git/refs',
  'a log of HEAD': 'rm .git/logs/HEAD; mkfifo .git/logs/HEAD',
  'a log of the stash': 'mkdir -p .git/logs/refs; mkfifo .git/logs/refs/stash',
  'the shallow file': 'mkfifo .git/shallow',
  'a mark of a merge': 'mkfifo .git/MERGE_HEAD',
  'a hook': 'mkfifo .git/hooks/post-commit',
  'a link to a pipe as the index': 'rm .git/index; mkfifo p; ln -s ../p .git/index',
  'a tracked file': 'rm src/keep.txt; mkfifo src/keep.txt',
  'a folder': 'rm -rf src; mkfifo src',
  'new names': 'mkfifo p; mkdir -p d/e; mkfifo d/e/q "d/strange \\303\\244"; mknod nul c 1 3 || true',
  "files of the shadow's":
    'for f in index config latest.json prepared.json info/exclude info/attributes HEAD; do rm -f .pawl/git/$f; mkfifo .pawl/git/$f; done',
  "files of the shadow's by folders, and its folders by files":
    'cd .pawl/git; rm -rf *; for f in HEAD config index staging plan latest.json prepared.json; do mkdir $f; done; for f in objects refs info; do echo x > $f; done',
  "the shadow's HEAD by other words": 'for f in HEAD index config; do echo garbage > .pawl/git/$f; done',
  'a repository inside': 'git init -q inner; rm inner/.git/HEAD; mkfifo inner/.git/HEAD',
  "a file where the user's pipe was": 'rm mypipe; echo x > mypipe',
  "a folder where the user's pipe was": 'rm mypipe; mkdir mypipe; echo x > mypipe/x',
  "other bits on the user's pipe": 'chmod 600 mypipe',
  "no pipe of the user's any more": 'rm -rf mypipe only',
};

for (const [what, damage] of Object.entries(damages)) {
  test(`pipes in the place of ${what}: nothing waits for ever, and all is put back`, { timeout: 30_000 }, async () => {
    const scene = await new Scene({ setup: usersState }).prepare();
    const before = scene.observe();
    const to = await scene.snapshot('before');
    scene.agent(`rm notes.txt; echo BAD > src/b.txt; ${damage}`);
    await scene.restore(to);
    // Before git is asked, which would wait for what is left.
    expect(scene.sh("find .git -name objects -prune -o '(' -type p -o -type c ')' -print")).toBe('');
    expect(listing(scene.root)).toEqual(before['files']);
    expect(scene.observe()).toEqual(before);
    expect(value(await scene.workspace.differsFrom(scene.run, to))).toBe(null);
  });
}

test("special files that are ignored, and a socket of the user's, are left alone", async () => {
  const scene = await new Scene({ setup: usersState }).prepare();
  const server = createServer().listen(join(scene.root, 'sock'));
  onTestFinished(() => void server.close());
  const to = await scene.snapshot('before');
  scene.agent('mkfifo other.fifo; echo BAD > src/a.txt');
  await scene.restore(to);
  expect(Object.keys(listing(scene.root))).toEqual(expect.arrayContaining(['sock', 'ignored.fifo', 'other.fifo', 'mypipe']));
});

test("a socket of the user's that was removed cannot be made again, which is said once", async () => {
  const scene = await new Scene({ setup: usersState }).prepare();
  const server = createServer().listen(join(scene.root, 'sock'));
  onTestFinished(() => void server.close());
  const to = await scene.snapshot('before');
  scene.agent('rm sock');
  const { notes } = await scene.restore(to);
  expect(notes.filter((note) => note.startsWith('sock, a socket'))).toHaveLength(1);
});

test('what differs names special files that came or went', async () => {
  const scene = await new Scene({ setup: usersState }).prepare();
  const to = await scene.snapshot('before');
  scene.agent('mkfifo src/new; rm mypipe');
  expect(value(await scene.workspace.differsFrom(scene.run, to))).toBe('pipes or other special files differ (src/new, mypipe)');
});

test.each(['HEAD', 'config', 'index', 'packed-refs'])('a run does not begin where .git/%s is a pipe, and says why', async (name) => {
  const scene = new Scene();
  scene.sh(`rm -f .git/${name}; mkfifo .git/${name}`);
  const { message, hint } = failure(await scene.workspace.inspect());
  expect(message).toContain(`.git/${name} is no file but a named pipe`);
  expect(hint).toContain('rm ');
});

test("a run begins where ignore rules of the user's are a pipe, and leaves it", async () => {
  const scene = await new Scene({ setup: 'mkfifo src/.gitignore; echo mine > notes.txt' }).prepare();
  value(await scene.workspace.inspect());
  const before = listing(scene.root);
  const to = await scene.snapshot('before');
  scene.agent('rm notes.txt; echo BAD > src/a.txt');
  await scene.restore(to);
  expect(listing(scene.root)).toEqual(before);
});
