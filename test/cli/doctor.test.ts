import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { killedRun } from './killed-run.ts';
import { pathWithout } from './path-without.ts';
import { git, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

const found = async (cwd: string, env: Record<string, string> = {}) => {
  const { stdout, code } = await pawl(cwd, ['doctor', '--json'], { PATH: '/usr/bin:/bin', ...env });
  return { code, of: Object.fromEntries(linesOf(stdout).map((finding) => [finding.what, finding])) };
};

test('doctor says what there is for runs to work with, and changes nothing', async () => {
  const repo = repository();
  const { stdout, code } = await pawl(repo, ['doctor']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ node +v\d+/m);
  expect(stdout).toMatch(/^✓ git +git version/m);
  expect(stdout).toMatch(/^✓ folder +git repository .*, on main, 0 uncommitted files$/m);
  expect(stdout).toMatch(/^✓ state +none yet; it will lie in .*\/\.pawl$/m);
  expect(git(repo, 'status', '--porcelain', '--ignored')).toBe('');
  await pawl(repo, scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "true" }\n'));
  const { of } = await found(repo);
  expect(of.state).toMatchObject({ v: 1, type: 'finding', state: 'good', found: expect.stringMatching(/^1 run, /) });
});

test('each agent that a person need not name is looked for, with how to get it where it is not there', async () => {
  const repo = repository();
  const without = (await found(repo)).of;
  expect(without.claude).toMatchObject({ state: 'poor', found: expect.stringContaining('`claude` on PATH'), hint: expect.any(String) });
  expect(without.codex).toMatchObject({ state: 'poor', hint: 'npm install -g @openai/codex' });
  expect(without.gemini).toMatchObject({ state: 'poor', hint: 'npm install -g @google/gemini-cli' });
  expect(without.openai).toMatchObject({ state: 'poor', hint: expect.stringContaining('PAWL_OPENAI_ENDPOINT') });
  const tools = join(repo, '..', 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'claude'), '#!/bin/sh\necho 2.1.0\n', { mode: 0o755 });
  const env = { PATH: `${tools}:/usr/bin:/bin`, PAWL_OPENAI_ENDPOINT: 'http://127.0.0.1:9/v1', PAWL_OPENAI_MODEL: 'm' };
  const { of } = await found(repo, env);
  expect(of.claude).toMatchObject({ state: 'good', found: `2.1.0 at ${join(tools, 'claude')}` });
  expect(of.openai).toMatchObject({ state: 'good', found: 'm at http://127.0.0.1:9/v1' });
});

test('doctor says whom acts would ask, by the same choice as an act, or what to set', async () => {
  const repo = repository();
  expect((await found(repo)).of.model).toMatchObject({ state: 'poor', hint: expect.stringContaining('ANTHROPIC_API_KEY') });
  const { of } = await found(repo, { ANTHROPIC_API_KEY: 'k' });
  expect(of.model).toMatchObject({ state: 'good', found: expect.stringMatching(/^acts ask claude-\S+ \(Anthropic\)/) });
  writeFiles(repo, { 'pawl.yml': 'tiers: {smart: openai/qwen3}\n' });
  expect((await found(repo, { PAWL_OPENAI_ENDPOINT: 'http://127.0.0.1:9/v1' })).of.model.found).toContain('acts ask qwen3');
});

const layersIn = async (repo: string, env: Record<string, string> = {}) =>
  linesOf((await pawl(repo, ['doctor', '--json'], { PATH: '/usr/bin:/bin', ...env })).stdout).filter(({ what }) => what === 'sandbox');

test('each layer of the sandbox is tried and told; where bubblewrap is missing, with what is open and what to install', async () => {
  const repo = repository();
  const layers = await layersIn(repo);
  expect(layers.map(({ state, found }) => [state, found.split(':')[0]])).toEqual(
    ['process', 'permissions', 'namespaces', 'memory'].map((name) => ['good', name]),
  );
  const [, , namespaces, ...rest] = await layersIn(repo, { PATH: pathWithout('bwrap', dirname(repo)) });
  expect(namespaces).toMatchObject({
    state: 'poor',
    found: expect.stringMatching(/^no namespaces: .*`bwrap` is not on PATH/),
    hint: expect.stringMatching(/^apt-get install bubblewrap .*--sandbox weak/),
  });
  expect(rest.map(({ state }) => state)).toEqual(['good']);
});

test('what keeps runs from starting is said with the next step', async () => {
  const folder = join(scratchFolder(), 'plain');
  mkdirSync(folder);
  expect((await found(folder)).of.folder).toMatchObject({ state: 'poor', hint: expect.stringContaining('git init') });
  const repo = repository();
  writeFiles(repo, { '.git/index.lock': '', '.pawl/journal.db': 'Not a database. '.repeat(500) });
  const { code, of } = await found(repo);
  expect(code).toBe(1);
  expect(of.obstacle).toMatchObject({ state: 'poor', found: expect.stringContaining('index.lock') });
  expect(of.state).toMatchObject({ state: 'bad', found: expect.stringContaining('is damaged'), hint: expect.any(String) });
});

test('a newest run that is not finished is shown until it is undone', async () => {
  const repo = repository();
  const run = await killedRun(repo, 'true');
  expect((await found(repo)).of.interrupted).toMatchObject({
    state: 'poor',
    found: `run ${run} is not finished`,
    hint: expect.stringContaining(`pawl undo ${run}`),
  });
  await pawl(repo, ['undo', run, '--anyway']);
  expect((await found(repo)).of.interrupted).toBeUndefined();
});
