import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeStandIn, result } from '../runner/claude-stand-in.ts';
import { codexStandIn, completed, message } from '../runner/codex-stand-in.ts';
import { geminiResult, geminiStandIn, words } from '../runner/gemini-stand-in.ts';
import { lines } from '../runner/stand-in.ts';
import { pawl, repository, writeFiles } from './pawl.ts';

const standIns = {
  claude: { path: claudeStandIn.path, out: lines(result()) },
  codex: { path: codexStandIn.path, out: lines(message('done'), completed) },
  gemini: { path: geminiStandIn.path, out: lines(words('done'), geminiResult()) },
};
type Name = keyof typeof standIns;

/** A repository beside a folder of stand-ins for these programs, each of which edits a.txt; and the environment that finds them. */
function placeWith(names: readonly Name[]) {
  const repo = repository();
  const tools = join(dirname(repo), 'tools');
  mkdirSync(tools);
  for (const name of names) {
    const { path, out } = standIns[name];
    const play = join(tools, `${name}.json`);
    writeFileSync(play, JSON.stringify([{ edit: { path: 'a.txt', content: `${name}\n` } }, { out }]));
    writeFileSync(join(tools, name), `#!/bin/sh\nSTAND_IN='${play}' exec '${process.execPath}' '${path}' "$@"\n`, { mode: 0o755 });
  }
  writeFiles(dirname(repo), { 'w.yml': 'name: w\nsteps:\n  - { id: a, prompt: "Do it." }\n' });
  const argv = ['run', join(dirname(repo), 'w.yml')];
  return { repo, tools, argv, env: { PATH: `${tools}:/usr/bin:/bin` } };
}

test.each<[string, readonly Name[], readonly string[], Name]>([
  ['claude first of all', ['gemini', 'codex', 'claude'], [], 'claude'],
  ['codex where there is no claude', ['gemini', 'codex'], [], 'codex'],
  ['gemini where there is neither', ['gemini'], [], 'gemini'],
  ['codex where it is named', ['claude', 'codex'], ['--agent', 'codex'], 'codex'],
  ['gemini where it is named', ['claude', 'gemini'], ['--agent', 'gemini'], 'gemini'],
])('the agent that is used is %s, and it is said', async (_name, there, more, expected) => {
  const { repo, tools, argv, env } = placeWith(there);
  const { stdout, stderr, code } = await pawl(repo, [...argv, ...more], env);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout.split('\n')[0]).toContain(`agent ${expected} (${join(tools, expected)})`);
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe(`${expected}\n`);
});

test.each<Name>(['claude', 'codex', 'gemini'])('%s that is named and not there is refused, with how to get it', async (name) => {
  const { repo, argv, env } = placeWith(name === 'claude' ? ['codex'] : ['claude']);
  const { stderr, code } = await pawl(repo, [...argv, '--agent', name], env);
  expect(code).toBe(2);
  expect(stderr).toContain(`there is no \`${name}\` on PATH`);
  expect(stderr).toContain('npm install -g @');
});

test('only with --unsafe-agent the flags that skip permission checks are given', async () => {
  const { repo, tools, argv, env } = placeWith(['codex']);
  const args = () => JSON.parse(readFileSync(join(tools, 'codex.json.called'), 'utf8')).args;
  await pawl(repo, argv, env);
  expect(args()).not.toContain('--dangerously-bypass-approvals-and-sandbox');
  const { stdout } = await pawl(repo, [...argv, '--unsafe-agent'], env);
  expect(args()).toContain('--dangerously-bypass-approvals-and-sandbox');
  expect(stdout).toContain('without permission checks');
});
