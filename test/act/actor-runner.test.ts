import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, linesOf, pawl, repository, writeFiles } from '../cli/pawl.ts';
import { calls, code, says, scriptFile } from './acting.ts';
import { countLetters } from './librarian.ts';

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

test.each(['', ', isolate: worktree'])(
  'an act that answers a step looks into the library first and uses what is in it, but stores nothing%s',
  async (isolate) => {
    const repo = repository();
    writeFiles(join(repo, '..'), {
      'count.ts': countLetters,
      'w.yml': `name: w\nsteps: [{id: ask, prompt: count the letters${isolate}}]\n`,
    });
    expect((await pawl(repo, ['library', 'add', '../count.ts'])).code).toBe(0);
    const turns = [
      code('1'),
      calls('search_functions', { query: 'count letters' }),
      calls('add_function', { source: countLetters.replaceAll('count_letters', 'another') }),
      calls('execute_function', { name: 'count_letters', args: { file: 'a.txt' } }),
      says('DONE'),
    ];
    const script = scriptFile(join(repo, '..'), turns);
    const ran = await pawl(repo, ['run', '../w.yml', '--agent', 'actor', '--script', script, '--json']);
    expect([ran.stderr, ran.code]).toEqual(['', 0]);
    const shown = await pawl(repo, ['show', linesOf(ran.stdout)[0].run]);
    const inner = /pawl show (\S+\.\d+)/.exec(shown.stdout)?.[1] as string;
    const events = linesOf((await pawl(repo, ['show', inner, '--events'])).stdout);
    const outputs = events.filter(({ type }) => type === 'tool.ended').map(({ output }) => output.text as string);
    // The code of the first turn and the storing were not offered, so they have no outcome.
    expect(outputs).toEqual([expect.stringContaining('count_letters(file) [read]'), expect.stringMatching(/^result: 16\n/)]);
    expect((await pawl(repo, ['library', 'search', 'letters', '--json'])).stdout).not.toContain('another');
  },
);
