import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, pawl, repository, scripted, writeFiles } from '../cli/pawl.ts';

const looped = (gate: string) => `name: w\nsteps:\n  - { id: fix, prompt: x, loop: { max: 1, until: OK, gate: "${gate}" } }\n`;

function withSecrets(): string {
  const repo = repository({ 'c.txt': 'c\n', '.gitignore': '.env\nbuild/\n' });
  writeFiles(repo, { '.env': 'SECRET=1\n', 'build/o': 'object\n', 'notes.txt': 'mine\n' });
  return repo;
}

test('files that the agent un-ignored are never committed, and stay where they are', async () => {
  const repo = withSecrets();
  const { stdout } = await pawl(
    repo,
    scripted(repo, looped('true'), [{ sh: 'echo node_modules > .gitignore; echo x >> c.txt', reply: 'OK' }]),
  );
  expect(git(repo, 'show', '--format=', '--name-only', 'HEAD').trim().split('\n')).toEqual(['.gitignore', 'c.txt']);
  expect(stdout).toMatch(/! not committed, as they were ignored before .*: \.env, build\/o/);
  git(repo, 'checkout', '-q', 'main');
  expect(readFileSync(join(repo, '.env'), 'utf8')).toBe('SECRET=1\n');
  expect(readFileSync(join(repo, 'build', 'o'), 'utf8')).toBe('object\n');
});

test('no part of .pawl gets into a commit, by force or through a link', async () => {
  const repo = withSecrets();
  await pawl(repo, scripted(repo, looped('true'), [{ sh: 'rm -f .pawl/.git; git add -f .pawl/journal.db; echo x >> c.txt', reply: 'OK' }]));
  expect(git(repo, 'show', '--format=', '--name-only', 'HEAD').trim()).toBe('c.txt');
  const linked = withSecrets();
  await pawl(linked, scripted(linked, looped('true'), [{ sh: 'mv .pawl ../pw; ln -s ../pw .pawl; echo x >> c.txt', reply: 'OK' }]));
  expect(git(linked, 'log', '--all', '--format=', '--name-only').split('\n')).not.toContain('.pawl');
});

test('a put-back leaves .pawl alone where a step made it a link', async () => {
  const repo = withSecrets();
  const { code } = await pawl(
    repo,
    scripted(repo, looped('false'), [{ sh: 'mv .pawl ../pw; ln -s ../pw .pawl; rm notes.txt', reply: 'OK' }]),
  );
  expect(code).toBe(1);
  expect(lstatSync(join(repo, '.pawl')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(repo, 'notes.txt'), 'utf8')).toBe('mine\n');
});

test("a damaged index of Pawl's own is made anew", async () => {
  const repo = withSecrets();
  const { code } = await pawl(repo, scripted(repo, looped('false'), [{ sh: 'echo junk > .pawl/git/index; rm notes.txt', reply: 'OK' }]));
  expect(code).toBe(1);
  expect(readFileSync(join(repo, 'notes.txt'), 'utf8')).toBe('mine\n');
  writeFiles(repo, { '.pawl/git/index': 'junk' });
  expect((await pawl(repo, ['undo', 'last', '--anyway'])).code).toBe(0);
});

test('the file that says where else objects lie is put back', async () => {
  const repo = repository();
  const shared = join(repo, '..', 'shared');
  git(repo, 'clone', '-q', '--shared', '.', shared);
  const bytes = readFileSync(join(shared, '.git', 'objects', 'info', 'alternates'));
  const { stdout } = await pawl(
    shared,
    scripted(shared, looped('false'), [{ sh: 'echo /nowhere >> .git/objects/info/alternates', reply: 'OK' }]),
  );
  expect(stdout).toContain('alternates');
  expect(readFileSync(join(shared, '.git', 'objects', 'info', 'alternates'))).toEqual(bytes);
  expect(git(shared, 'log', '--format=%s').trim()).toBe('first');
});

test('after pawl gc and git gc the next run records and puts back as before', async () => {
  const repo = withSecrets();
  const refused = scripted(repo, looped('false'), [{ sh: 'rm notes.txt', reply: 'OK' }]);
  await pawl(repo, refused);
  expect((await pawl(repo, ['gc', '--older-than', '1ms'])).code).toBe(0);
  git(repo, 'reflog', 'expire', '--expire=now', '--all');
  git(repo, 'gc', '-q', '--prune=now');
  const { stdout } = await pawl(repo, refused);
  expect(stdout).toContain('put back 1 file');
  expect(readFileSync(join(repo, 'notes.txt'), 'utf8')).toBe('mine\n');
});
