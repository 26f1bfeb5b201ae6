import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { delta, done, events, openaiServer, usage } from '../runner/openai-server.ts';
import { endOf, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

/** Says by a file that it runs, and ends when another one is there. */
const until = (name: string): string => `touch ../${name}-begun; until [ -e ../${name}-go ]; do sleep 0.02; done`;

const wait = (name: string): string => `  - { id: ${name}, command: "${until(name)}" }\n`;
const tell = (id: string): string => `  - { id: ${id}, prompt: "Go on" }\n`;
const workflow = (steps: string): string => `name: w\nsteps:\n${steps}`;

/** Starts a run and waits until this step of it is under way. */
async function underWay(repo: string, call: readonly string[], step: string, env: Record<string, string> = {}) {
  const child = startPawl(repo, [...call, '--json'], env);
  const ended = endOf(child);
  const { run } = JSON.parse(await printed(child, (line) => line.includes('"run.started"'))) as { readonly run: string };
  await vi.waitUntil(() => existsSync(join(dirname(repo), `${step}-begun`)), 20_000);
  return { child, ended, run, letGo: (name = step) => writeFileSync(join(dirname(repo), `${name}-go`), '') };
}

/** What each prompt of a run was, with the step. */
async function promptsOf(repo: string, run: string): Promise<string[]> {
  const events = linesOf((await pawl(repo, ['show', run, '--events'])).stdout);
  return events.filter(({ type }) => type === 'prompt.ended').map(({ prompt }) => prompt.text);
}

test('a paused run whose process was killed goes on when it is taken up, and its next prompt has what was said meanwhile', async () => {
  const repo = repository();
  const { child, ended, run, letGo } = await underWay(repo, scripted(repo, workflow(wait('a') + tell('b')), [{ reply: 'ok' }]), 'a');
  expect((await pawl(repo, ['pause', run])).code).toBe(0);
  const shown = (await pawl(repo, ['show', run])).stdout;
  expect(shown).toContain('paused by');
  expect(shown).toMatch(/go on +pawl resume/);
  expect((await pawl(repo, ['runs'])).stdout).toContain('paused by');
  child.kill('SIGKILL');
  await ended;
  letGo();
  expect((await pawl(repo, ['say', run, 'mind the gap'])).stdout).toContain('hears it when it is taken up');
  expect(linesOf((await pawl(repo, ['pause', run, '--json'])).stderr)[0].code).toBe('run/not-running');
  const resumed = await pawl(repo, ['resume', run]);
  expect(resumed.code).toBe(0);
  expect(resumed.stdout).toMatch(/« .* says: mind the gap/);
  const [prompt] = await promptsOf(repo, run);
  expect(prompt).toMatch(/^Go on\n\n## Said by a person while this run was going on\n[\s\S]+ says:\n\nmind the gap\n$/);
});

test('a message is taken once, however often the run is taken up', async () => {
  const repo = repository();
  const steps = workflow(`${wait('a')}${wait('b')}${tell('c')}${tell('d')}`);
  const first = await underWay(repo, scripted(repo, steps, [{ reply: 'ok' }, { reply: 'ok' }]), 'a');
  expect((await pawl(repo, ['say', first.run, 'once'])).stdout).toContain('next turn or prompt');
  first.child.kill('SIGKILL');
  await first.ended;
  first.letGo('a');
  first.letGo('b');
  expect((await pawl(repo, ['resume', first.run])).code).toBe(0);
  expect((await promptsOf(repo, first.run)).map((prompt) => prompt.includes('once'))).toEqual([true, false]);
});

test('what is said while nothing prompts any more is told as not heard', async () => {
  const repo = repository();
  const { ended, run, letGo } = await underWay(repo, scripted(repo, workflow(wait('a'))), 'a');
  await pawl(repo, ['say', run, 'mind the gap']);
  letGo();
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(linesOf(stdout)).toContainEqual(
    expect.objectContaining({ type: 'warning', message: expect.stringMatching(/^not heard, .* "mind the gap" \(said by .*\)$/) }),
  );
  expect((await pawl(repo, ['show', run])).stdout).toContain('not heard');
});

test('what a run within has no prompt for, the next prompt of the run around it has', async () => {
  const repo = repository();
  const call = scripted(repo, workflow(`  - { id: sub, workflow: inner.yml }\n${tell('b')}`), [{ reply: 'ok' }]);
  writeFiles(dirname(repo), { 'inner.yml': workflow(wait('a')) });
  const { ended, run, letGo } = await underWay(repo, call, 'a');
  await pawl(repo, ['say', run, 'mind the gap']);
  letGo();
  const { stdout } = await ended;
  expect(linesOf(stdout).filter(({ type }) => type === 'warning')).toEqual([]);
  expect(await promptsOf(repo, run)).toEqual([expect.stringContaining('mind the gap')]);
});

test('what a run within has heard its run around does not say again, also where both were killed in between', async () => {
  const repo = repository();
  const call = scripted(repo, workflow(`  - { id: sub, workflow: inner.yml }\n${tell('c')}`), [{ reply: 'ok' }, { reply: 'ok' }]);
  writeFiles(dirname(repo), { 'inner.yml': workflow(`${wait('a')}${tell('b')}${wait('d')}`) });
  const { child, ended, run, letGo } = await underWay(repo, call, 'a');
  await pawl(repo, ['say', run, 'mind the gap']);
  letGo('a');
  await vi.waitUntil(() => existsSync(join(dirname(repo), 'd-begun')), 20_000);
  child.kill('SIGKILL');
  await ended;
  letGo('d');
  expect((await pawl(repo, ['resume', run])).code).toBe(0);
  expect(await promptsOf(repo, run)).toEqual(['Go on']);
  expect(await promptsOf(repo, `${run}.2`)).toEqual([expect.stringContaining('mind the gap')]);
});

test('a question about a run is answered from its journal where no model answers its prompts, and names what is under way within it', async () => {
  const repo = repository();
  const call = scripted(repo, workflow('  - { id: first, command: "true" }\n  - { id: sub, workflow: inner.yml }\n'));
  writeFiles(dirname(repo), { 'inner.yml': workflow(wait('a')) });
  const { ended, run, letGo } = await underWay(repo, call, 'a', { ANTHROPIC_API_KEY: 'never used' });
  const { stdout } = await pawl(repo, ['ask', run, 'how far?']);
  expect(stdout).toContain('Done: first.');
  expect(stdout).toMatch(/Under way: sub.*\n/);
  expect(stdout).toMatch(/Under way: a: it runs, for/);
  expect(stdout).toContain('(No model was asked');
  letGo();
  const finished = linesOf((await ended).stdout).at(-1);
  expect(finished).toMatchObject({ status: 'succeeded', totals: { calls: 0 } });
});

test('where a model answers its prompts it answers questions about the run too, and what that used is in the totals', async () => {
  const repo = repository();
  const server = await openaiServer(events(delta('half way', 'stop'), usage, done));
  writeFiles(dirname(repo), { 'workflow.yml': workflow(`${wait('a')}${tell('b')}`) });
  const env = { PAWL_OPENAI_ENDPOINT: server.endpoint, PAWL_OPENAI_MODEL: 'served', ANTHROPIC_API_KEY: 'never used' };
  const call = ['run', join(dirname(repo), 'workflow.yml'), '--agent', 'openai'];
  const { ended, run, letGo } = await underWay(repo, call, 'a', env);
  expect((await pawl(repo, ['ask', run, 'how far?'])).stdout.trim()).toBe('half way');
  const asked = JSON.stringify(server.received[0]?.body.messages);
  expect(asked).toContain('Under way: a');
  expect(asked).toContain('how far?');
  letGo();
  expect(linesOf((await ended).stdout).at(-1)).toMatchObject({ status: 'succeeded', totals: { calls: 2, tokens: 92 } });
});

test('a model that does not answer is no reason for no answer', async () => {
  const repo = repository();
  const server = await openaiServer((response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"who are you?"}}');
  });
  writeFiles(dirname(repo), { 'workflow.yml': workflow(`${wait('a')}${tell('b')}`) });
  const env = { PAWL_OPENAI_ENDPOINT: server.endpoint, PAWL_OPENAI_MODEL: 'served' };
  const { ended, run } = await underWay(repo, ['run', join(dirname(repo), 'workflow.yml'), '--agent', 'openai'], 'a', env);
  const { stdout } = await pawl(repo, ['ask', run, 'how far?']);
  expect(stdout).toContain('Under way: a');
  expect(stdout).toContain('A model was asked and did not answer');
  await pawl(repo, ['cancel', run]);
  expect((await ended).code).toBe(130);
});

test('a secret that somebody says is in no event', async () => {
  const repo = repository({ 'pawl.yml': 'secrets:\n  TOKEN: { env: TOKEN }\n' });
  const steps = workflow(`  - { id: a, command: "${until('a')}", secrets: [TOKEN] }\n${tell('b')}`);
  const { ended, run, letGo } = await underWay(repo, scripted(repo, steps, [{ reply: 'ok' }]), 'a', { TOKEN: 's3cr3t-of-ours' });
  await pawl(repo, ['say', run, 'use s3cr3t-of-ours']);
  letGo();
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(stdout).toContain('"said"');
  expect(stdout).not.toContain('s3cr3t-of-ours');
});
