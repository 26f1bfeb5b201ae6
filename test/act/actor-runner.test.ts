import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, writeFiles } from '../cli/pawl.ts';
import { code, says, scriptFile } from './acting.ts';

const workflow = `name: caps
steps:
  - id: fix
    prompt: make b.txt, a.txt in capitals
    loop: {max: 3, until: DONE, gate: 'test "$(cat b.txt)" = ONE'}
`;

test('an act answers a prompt step in the workspace, under the gate: a bad try is put back, a good one is committed, its journal is part of the run', async () => {
  const repo = repository();
  const turns = [
    { ...code("await ctx.fs.write('b.txt', 'wrong'); await ctx.fs.write('stray.txt', 'x')"), usage: { usd: 0.25 } },
    says('wrote b.txt'),
    { ...code("await ctx.fs.write('b.txt', (await ctx.fs.read('a.txt')).toUpperCase())"), usage: { usd: 0.5 } },
    says('DONE'),
  ];
  const script = scriptFile(join(repo, '..'), turns);
  writeFiles(join(repo, '..'), { 'w.yml': workflow });
  const ran = await pawl(repo, ['run', '../w.yml', '--agent', 'actor', '--script', script, '--json']);
  expect(ran.stderr).toBe('');
  expect(ran.code).toBe(0);
  const events = linesOf(ran.stdout);
  const { run } = events[0];
  expect(events.filter(({ type }) => type === 'iteration.finished').map(({ verdict }) => verdict)).toEqual(['undone', 'kept']);
  expect(events.find(({ type }) => type === 'run.finished').costUsd).toBe(0.75);
  expect(git(repo, 'show', '--name-only', '--format=', 'HEAD').trim()).toBe('b.txt');
  expect(git(repo, 'status', '--porcelain')).toBe('');
  const shown = await pawl(repo, ['show', run]);
  const acts = [...shown.stdout.matchAll(/pawl show (\S+\.\d+)/g)].map(([, act]) => act as string);
  expect(acts).toHaveLength(2);
  const inner = linesOf((await pawl(repo, ['show', acts[1] as string, '--events'])).stdout);
  expect(inner.filter(({ type }) => type === 'effect.requested').map(({ primitive }) => primitive)).toEqual(['fs.read', 'fs.write']);
  expect(inner[0]).toMatchObject({ type: 'act.started', parent: run });
  expect((await pawl(repo, ['replay', acts[1] as string])).stdout).toContain('equal');
  expect((await pawl(repo, ['undo', run])).code).toBe(0);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('one\n');
});

test('an act that fails fails its step with its reason, and what it did is put back', async () => {
  const repo = repository();
  const turns = [code("await ctx.fs.write('half.txt', 'x')"), { fail: { kind: 'refused', message: 'I can not help' } } as const];
  const script = scriptFile(join(repo, '..'), turns);
  writeFiles(join(repo, '..'), { 'w.yml': 'name: w\nsteps: [{id: ask, prompt: do it}]\n' });
  const ran = await pawl(repo, ['run', '../w.yml', '--agent', 'actor', '--script', script]);
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain('I can not help');
  expect(git(repo, 'status', '--porcelain')).toBe('');
});
