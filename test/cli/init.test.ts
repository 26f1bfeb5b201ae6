import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { git, linesOf, pawl, repository, writeFiles } from './pawl.ts';

const builtIn = (name: string) => readFileSync(new URL(`../../workflows/${name}.yml`, import.meta.url), 'utf8');
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('pawl init WORKFLOW', () => {
  test('copies a built-in workflow to the root of the repository, where it then runs in place of the built-in one', async () => {
    const repo = repository({ 'deep/down/a.txt': '1\n' });
    const { code, stdout } = await pawl(join(repo, 'deep/down'), ['init', 'self-test']);
    expect(code).toBe(0);
    expect(stdout).toContain('✓ pawl/self-test.yml');
    expect(filesBelow(join(repo, 'pawl'))).toEqual(['self-test.yml']);
    expect(readFileSync(join(repo, 'pawl/self-test.yml'), 'utf8')).toBe(builtIn('self-test'));
    writeFileSync(join(repo, 'pawl/self-test.yml'), 'name: Mine\nsteps: [{ id: a, command: echo mine }]\n');
    const ran = await pawl(repo, ['run', 'self-test', '--json']);
    expect(linesOf(ran.stdout)[0]).toMatchObject({ type: 'run.started', workflow: { name: 'Mine' } });
    const listed = linesOf((await pawl(repo, ['list', '--json'])).stdout).filter(({ name }) => name === 'self-test');
    expect(listed).toMatchObject([{ builtIn: false }]);
  });

  test('never overwrites what is there, not even when asked to', async () => {
    const repo = repository();
    writeFiles(repo, { 'pawl/bugfix.yml': 'mine\n' });
    const refused = await pawl(repo, ['init', 'bugfix', '--json']);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      type: 'error',
      code: 'init/exists',
      hint: expect.stringContaining('pawl/bugfix.yml'),
    });
    expect((await pawl(repo, ['init', 'bugfix', '--force'])).code).toBe(2);
    expect(readFileSync(join(repo, 'pawl/bugfix.yml'), 'utf8')).toBe('mine\n');
  });

  test('names what there is when there is no such workflow, and takes no path for one', async () => {
    const repo = repository();
    for (const name of ['self-tset', '../workflows/self-test', '']) {
      const { code, stderr } = await pawl(repo, ['init', name]);
      expect(code).toBe(2);
      expect(stderr).toContain('self-test, test-gen, tri-review');
    }
    expect(existsSync(join(repo, 'pawl'))).toBe(false);
  });

  test('without a name lists what can be copied, and what has been', async () => {
    const repo = repository();
    await pawl(repo, ['init', 'research']);
    const rows = linesOf((await pawl(repo, ['init', '--json'])).stdout);
    expect(rows).toHaveLength(13);
    expect(rows.filter(({ copied }) => copied).map(({ name }) => name)).toEqual(['research']);
    expect((await pawl(repo, ['init'])).stdout).toMatch(/ {2}research +Answers a question .* \(copied\)\n/);
  });

  test('says why a file could not be written, and leaves nothing half there', async () => {
    const repo = repository();
    writeFiles(repo, { pawl: 'a file where the folder should be\n' });
    const { code, stderr } = await pawl(repo, ['init', 'self-lint', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ code: 'init/not-written', message: expect.stringContaining('pawl/self-lint.yml') });
    expect(readFileSync(join(repo, 'pawl'), 'utf8')).toBe('a file where the folder should be\n');
  });
});

describe('pawl init --agent claude', () => {
  const written = [
    'commands/self-improve.md',
    'commands/self-lint.md',
    'commands/self-migrate.md',
    'commands/self-perf.md',
    'commands/self-test.md',
    'skills/creating-workflows/SKILL.md',
  ];

  test('writes five commands that only call pawl, and a skill', async () => {
    const repo = repository();
    const { code, stdout } = await pawl(repo, ['init', '--agent', 'claude', '--json']);
    expect(code).toBe(0);
    expect(linesOf(stdout).map(({ path, what }) => [path, what])).toEqual(written.map((path) => [`.claude/${path}`, 'written']));
    expect(filesBelow(join(repo, '.claude'))).toEqual(written);
    for (const path of written.slice(0, 5)) {
      const name = path.slice('commands/'.length, -'.md'.length);
      const text = readFileSync(join(repo, '.claude', path), 'utf8');
      expect(text).toMatch(/^---\ndescription: .{20,}\nargument-hint: <.*>\n/);
      expect(text.match(/^ {4}\S.*$/gm)).toEqual([`    pawl run ${name} "$ARGUMENTS"`]);
    }
    expect(readFileSync(join(repo, '.claude', written[5] as string), 'utf8')).toMatch(
      /^---\nname: creating-workflows\ndescription: .{50,1024}\n---\n/,
    );
  });

  test('writes nothing where a file of another content is there, unless it is told to', async () => {
    const repo = repository();
    writeFiles(repo, { '.claude/commands/self-test.md': 'mine\n', '.claude/settings.json': '{}\n' });
    const refused = await pawl(repo, ['init', '--agent', 'claude']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('.claude/commands/self-test.md is there already and differs; nothing was written');
    expect(filesBelow(join(repo, '.claude'))).toEqual(['commands/self-test.md', 'settings.json']);
    const forced = await pawl(repo, ['init', '--agent', 'claude', '--force', '--json']);
    expect(
      linesOf(forced.stdout)
        .filter(({ what }) => what === 'overwritten')
        .map(({ path }) => path),
    ).toEqual(['.claude/commands/self-test.md']);
    expect(readFileSync(join(repo, '.claude/settings.json'), 'utf8')).toBe('{}\n');
    const again = await pawl(repo, ['init', '--agent', 'claude', '--json']);
    expect(again.code).toBe(0);
    expect(linesOf(again.stdout).every(({ what }) => what === 'unchanged')).toBe(true);
  });

  test('is refused for an agent that nothing is known of, and together with a workflow', async () => {
    const repo = repository();
    expect((await pawl(repo, ['init', '--agent', 'emacs'])).stderr).toContain('known: claude');
    expect((await pawl(repo, ['init', 'self-test', '--agent', 'claude'])).code).toBe(2);
    expect(git(repo, 'status', '--porcelain')).toBe('');
  });
});

test('a folder that is no repository gets its copy too', async () => {
  const folder = join(scratchFolder(), 'plain');
  mkdirSync(folder);
  expect((await pawl(folder, ['init', 'research'])).code).toBe(0);
  expect(filesBelow(folder)).toEqual(['pawl/research.yml']);
});
