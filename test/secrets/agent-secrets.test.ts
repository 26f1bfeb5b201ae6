import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pawl, repository, writeFiles } from '../cli/pawl.ts';
import { claudeStandIn, result } from '../runner/claude-stand-in.ts';
import { codexStandIn, completed, message } from '../runner/codex-stand-in.ts';
import { geminiResult, geminiStandIn, words } from '../runner/gemini-stand-in.ts';
import { lines } from '../runner/stand-in.ts';

const value = 'hunter2-hunter2-hunter2';

/** The shell text by which an agent tells what it has, a line a call. */
const tell = 'echo "$PAWL_STEP [$TOKEN]" >> ../told';

const standIns = {
  claude: { path: claudeStandIn.path, out: lines(result()) },
  codex: { path: codexStandIn.path, out: lines(message('done'), completed) },
  gemini: { path: geminiStandIn.path, out: lines(words('done'), geminiResult()) },
};

function programIn(folder: string, name: keyof typeof standIns): void {
  const { path, out } = standIns[name];
  const play = join(folder, 'play.json');
  writeFileSync(play, JSON.stringify([{ out }]));
  writeFileSync(join(folder, name), `#!/bin/sh\n${tell}\nSTAND_IN='${play}' exec '${process.execPath}' '${path}' "$@"\n`, { mode: 0o755 });
}

test.each(['claude', 'codex', 'gemini', 'scripted'] as const)(
  '%s has the secret of a step that names it, under the name that Pawl itself has it, and of no other step; also when it is taken up again',
  async (agent) => {
    const repo = repository();
    const around = dirname(repo);
    const tools = join(around, 'tools');
    mkdirSync(tools);
    if (agent !== 'scripted') programIn(tools, agent);
    const workflow = `name: w
steps:
  - { id: has, prompt: x, secrets: [TOKEN] }
  - { id: none, prompt: x }
  - { id: ask, approve: Go on? }
  - { id: late, prompt: x, secrets: [TOKEN], loop: { max: 1, gate: 'echo "gate [$TOKEN]" >> ../told' } }
`;
    writeFiles(around, { 'w.yml': workflow, 'script.json': JSON.stringify([{ sh: tell }, { sh: tell }, { sh: tell }]) });
    const env = { PATH: `${tools}:/usr/bin:/bin`, TOKEN: value };
    const script = agent === 'scripted' ? ['--script', join(around, 'script.json')] : [];
    const run = await pawl(repo, ['run', join(around, 'w.yml'), '--agent', agent, ...script], env);
    expect(run.stderr).toBe('');
    const approved = await pawl(repo, ['approve', 'last'], env);
    expect(approved.code, approved.stderr).toBe(0);
    expect(readFileSync(join(around, 'told'), 'utf8')).toBe(`has [${value}]\nnone []\nlate [${value}]\ngate [${value}]\n`);
    expect(run.stdout + approved.stdout + approved.stderr).not.toContain(value);
  },
);
