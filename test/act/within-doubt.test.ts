import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import type { ActOptions } from '../../src/app/act/act-options.ts';
import { resumeAct } from '../../src/app/act/resume-act.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { cleanEnv, endOf, linesOf, pawl, repository, startPawl } from '../cli/pawl.ts';
import { acting, code, says, scriptFile } from './acting.ts';

const pays = code(
  "let how = 'paid'; try { await ctx.sh('echo paid >> paid.txt; sleep 86400') } catch (error) { how = error.message }\nhow",
);

/** An act within an act, whose code pays by a command that nobody can ask afterwards, killed while that is under way. */
async function killedWhilePaying(): Promise<{ repo: string; run: string; inner: string }> {
  const repo = repository();
  const turns = [code("await ctx.act('pay')"), pays, says('inner'), says('outer')];
  const child = startPawl(repo, ['act', 'pay', '--script', scriptFile(join(repo, '..'), turns), '--json']);
  const ended = endOf(child);
  await vi.waitUntil(() => existsSync(join(repo, 'paid.txt')), 20_000);
  child.kill('SIGKILL');
  await ended;
  const [row] = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  const events = linesOf((await pawl(repo, ['show', row.run, '--events'])).stdout);
  return { repo, run: row.run, inner: `${row.run}.${events.find(({ primitive }) => primitive === 'act').op}` };
}

const question = 'Did this happen? ctx.sh("echo paid >> paid.txt; sleep 86400")';

test('a question of an act that code waits for is one of the act around it, and is answered there', async () => {
  const { repo, run, inner } = await killedWhilePaying();
  const resumed = await pawl(repo, ['resume', run]);
  expect(resumed.code).toBe(4);
  const [row] = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(row).toMatchObject({ life: 'waiting' });
  for (const shown of [resumed.stdout, (await pawl(repo, ['show', run])).stdout, (await pawl(repo, ['show', inner])).stdout]) {
    expect(shown).toContain(question);
    expect(shown).toContain(`pawl approve ${run}\n`);
    expect(shown).not.toContain(`approve ${inner}`);
  }
  for (const command of ['approve', 'resume']) {
    const refused = await pawl(repo, [command, inner]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`pawl resume ${run}`)]);
  }
  expect((await pawl(repo, ['resume', run])).code).toBe(4);
  const approved = await pawl(repo, ['approve', run, '--say', 'the bank has it']);
  expect([approved.code, approved.stderr]).toEqual([0, '']);
  expect(approved.stdout).toContain('outer');
  const told = linesOf((await pawl(repo, ['show', inner, '--events'])).stdout).find(({ type }) => type === 'tool.ended');
  expect(told.output.text).toContain('the bank has it');
  expect(readFileSync(join(repo, 'paid.txt'), 'utf8')).toBe('paid\n');
  expect((await pawl(repo, ['replay', run])).stdout).toContain('equal');
});

test('an act that waits with a question of one within it is cancelled with that one', async () => {
  const { repo, run, inner } = await killedWhilePaying();
  expect((await pawl(repo, ['resume', run])).code).toBe(4);
  expect((await pawl(repo, ['cancel', run])).code).toBe(0);
  for (const each of [run, inner]) expect((await pawl(repo, ['show', each])).stdout).toContain('act cancelled');
});

test('nothing is approved of which nobody was asked', async () => {
  const { repo, run } = await killedWhilePaying();
  const approved = await pawl(repo, ['approve', run]);
  expect([approved.code, approved.stderr]).toEqual([1, expect.stringContaining('does not wait')]);
});

/** Pays, and cannot say that it did. */
function doubtful() {
  const paid: number[] = [];
  const pay = {
    name: 'pay',
    description: 'pays',
    arguments: { type: 'array' },
    effect: 'write',
    perform([amount]: [number]) {
      paid.push(amount);
      throw new Error('the line went dead');
    },
  };
  return { paid, primitives: [pay] as unknown as NonNullable<ActOptions['primitives']> };
}

const paysTwice = (amount: number) =>
  code(`await ctx.pay(${amount}).catch(() => 0);\nawait ctx.pay(${amount}).catch((error) => error.message)`);

/** Begins two acts that go on beside it, whose questions are answered one by one. */
const twoBeside = ({ messages }: ModelRequest): ScriptedTurn => {
  const said = JSON.stringify(messages);
  const isInner = /"text":"pay (\d)"/.exec(said);
  if (isInner !== null)
    return said.includes('"tool"') ? says(`paid ${isInner[1]}: ${said.includes('as ann says')}`) : paysTwice(Number(isInner[1]));
  if (!said.includes('$act')) return code("await ctx.act('pay ' + 1, { wait: false });\nawait ctx.act('pay ' + 2, { wait: false })");
  return says(
    said.includes('paid 1') && said.includes('paid 2')
      ? `both ${said.includes('paid 1: true') && said.includes('paid 2: true')}`
      : 'I wait',
  );
};

test('questions of acts that go on beside it are asked once it has nothing else to do, and each answer reaches the act whose question it was', async () => {
  const { paid, primitives } = doubtful();
  const done = acting(twoBeside, { primitives });
  await expect(done.handle.result()).rejects.toMatchObject({
    failure: { kind: 'in_doubt', message: expect.stringContaining('ctx.pay(1)') },
  });
  const run = await done.handle.run;
  const env = cleanEnv(join(done.repo, '..'));
  const judged = (by: string) =>
    resumeAct({ run, cwd: done.repo, env, script: twoBeside, primitives, judgement: { approved: true, words: '', by } }).result();
  await expect(judged('ann')).rejects.toMatchObject({ failure: { message: expect.stringContaining('ctx.pay(2)') } });
  expect(await judged('ann')).toBe('both true');
  expect(paid.sort()).toEqual([1, 2]);
});

test('an act that is stopped ends one beside it that waits for a person', async () => {
  const { primitives } = doubtful();
  const done = acting(twoBeside, { primitives, persist: true });
  await expect(done.handle.result()).rejects.toMatchObject({ failure: { kind: 'in_doubt' } });
  const run = await done.handle.run;
  expect((await pawl(done.repo, ['cancel', run])).code).toBe(0);
  for (const { run: inner } of done.of('act.adopted')) expect((await pawl(done.repo, ['show', inner])).stdout).toContain('act cancelled');
});

test('one that waits is ended, too, while the act around it still goes on and is stopped', async () => {
  const { primitives } = doubtful();
  const done = acting(
    (request) =>
      JSON.stringify(request.messages).includes('$act') && !/"text":"pay/.test(JSON.stringify(request.messages))
        ? code('await ctx.clock.sleep(86_400_000)')
        : twoBeside(request),
    { primitives },
  );
  let held = 0;
  for await (const { event } of done.handle.events) if (event.type === 'effect.held' && ++held === 2) break;
  await done.handle.stop('enough');
  expect(done.of('act.released')).toHaveLength(2);
  for (const { run: inner } of done.of('act.adopted')) expect((await pawl(done.repo, ['show', inner])).stdout).toContain('act cancelled');
});
