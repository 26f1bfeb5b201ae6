import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { git, linesOf, pawl, repository, writeFiles } from '../cli/pawl.ts';
import { installedAgent } from './agent-install.ts';
import { gatedAgents } from './gated-agents.ts';

const workflow = `name: Mend
steps:
  - id: fix
    prompt: "Make it good."
    loop: { max: 3, until: DONE, gate: "grep -q good a.txt && test ! -e junk.txt" }
`;

describe.each(['claude', 'codex', 'gemini'] as const)('%s', (name) => {
  const { place: placeFor, write, shell, refusal, unpriced, foretold } = gatedAgents[name];
  let program = '';
  beforeAll(async () => {
    program = await installedAgent(name);
  });
  /** As a user has it: found on PATH, with no word about which agent. */
  const found = (env: Readonly<Record<string, string>>) => ({ ...env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` });

  test('edits, its bad try is undone exactly, its good one is committed, and its tokens are counted', async () => {
    const repo = repository({ 'a.txt': 'one\n' });
    writeFiles(repo, { 'mine.txt': 'mine\n' });
    writeFiles(dirname(repo), { 'mend.yml': workflow });
    const place = await placeFor([
      { tools: [write(join(repo, 'junk.txt'), 'junk')] },
      { tools: [shell('echo bad > a.txt; git add -A; git commit -qm sneaky')] },
      { text: 'DONE' },
      { tools: [shell('echo good > a.txt')] },
      { text: 'DONE' },
    ]);
    const { stdout, stderr, code } = await pawl(repo, ['run', join(dirname(repo), 'mend.yml'), '--json'], found(place.env));
    expect(linesOf(stderr).map(({ message }) => message)).toEqual(foretold ? [expect.stringContaining('the price of what')] : []);
    expect(code).toBe(0);
    const events = linesOf(stdout);
    expect(events.find(({ type }) => type === 'run.started').settings.runner).toBe(name);
    const verdicts = events.filter(({ type }) => type === 'iteration.finished').map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['undone', 'kept']);
    const calls = events.filter(({ type }) => type === 'prompt.ended');
    for (const { usage } of calls) expect(usage.inputTokens).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ status: 'succeeded', totals: { calls: 2, unpricedCalls: unpriced, commits: 1 } });
    expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('good\n');
    expect(existsSync(join(repo, 'junk.txt'))).toBe(false);
    expect(readFileSync(join(repo, 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(git(repo, 'log', '--format=%s', 'main..HEAD').trim()).toBe('mend: fix iteration 2');
    expect(git(repo, 'diff', '--name-only', 'main', 'HEAD').trim()).toBe('a.txt');
    expect(git(repo, 'status', '--porcelain').trim()).toBe('?? mine.txt');
    // The second call was told what the gate said of the first.
    expect(JSON.stringify(place.server.requests.at(-1))).toContain('What the gate printed after the last try');
  });

  test('a provider that refuses fails the step with its words, and the workspace is put back', async () => {
    const repo = repository({ 'a.txt': 'one\n' });
    writeFiles(dirname(repo), { 'ask.yml': 'name: Ask\nsteps:\n  - { id: ask, prompt: "Do it." }\n' });
    const place = await placeFor([{ tools: [write(join(repo, 'half.txt'), 'half')] }, refusal]);
    const { stdout, code } = await pawl(repo, ['run', join(dirname(repo), 'ask.yml'), '--json'], found(place.env));
    expect(code).toBe(1);
    const ended = linesOf(stdout).find(({ type }) => type === 'prompt.ended');
    expect(ended?.reply, stdout).toMatchObject({ ok: false, failure: { kind: 'auth' } });
    expect(existsSync(join(repo, 'half.txt'))).toBe(false);
    expect(git(repo, 'status', '--porcelain')).toBe('');
  });
});
