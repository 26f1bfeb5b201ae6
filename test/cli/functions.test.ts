import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { repositoryWithFunctions, withFunction } from '../act/functions.ts';
import { endOf, git, linesOf, pawl, startPawl, writeFiles } from './pawl.ts';

/** A repository with functions, and a workflow beside it. */
function scene(workflow: string, functions: Readonly<Record<string, string>> = {}): string {
  const repo = repositoryWithFunctions();
  for (const [name, body] of Object.entries(functions))
    withFunction(repo, name, `export default async function ${name}(input: any, ctx: any) {\n  ${body}\n}\n`, {
      description: `Does ${name}.`,
    });
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'functions');
  writeFiles(join(repo, '..'), { 'w.yml': `name: w\nsteps:\n${workflow}` });
  return repo;
}

const ranJson = async (repo: string, ...more: string[]) => {
  const ran = await pawl(repo, ['run', '../w.yml', ...more, '--json']);
  const events = linesOf(ran.stdout);
  const outputOf = (step: string) => events.find((event) => event.type === 'step.finished' && event.step === step)?.result;
  return { ...ran, events, run: events[0]?.run as string, outputOf };
};

test('a step runs a stored function without a model: what it gives is its output, as JSON', async () => {
  const repo = scene(
    `  - { id: list, command: "echo '[10, 20]'" }
  - { id: add, function: add, args: { more: "{{list.json}}", text: "of {{input}}", n: 3 }, output: { schema: { type: object } } }
  - { id: tell, command: 'printf "%s" "$PAWL_OUT_ADD"' }\n`,
    {
      add: `return { sum: input.more.reduce((a, b) => a + b, input.n), text: input.text, ...(await ctx.call('total', { file: 'numbers.txt' })) };`,
    },
  );
  const { code, outputOf, run, events } = await ranJson(repo, 'x');
  expect(code).toBe(0);
  expect(outputOf('add')).toMatchObject({ ok: true, output: { text: '{"sum":33,"text":"of x","total":3.5}' } });
  expect(outputOf('tell').output.text).toBe('{"sum":33,"text":"of x","total":3.5}\nexit code: 0');
  expect(readFileSync(join(repo, 'total.txt'), 'utf8')).toBe('3.5');
  // All that it names, and what these call, as it was.
  expect(events[0].workflow.functions.map(({ name, calls }: { name: string; calls: string[] }) => [name, calls])).toEqual([
    ['add', ['total']],
    ['total', []],
  ]);
  expect(events.find(({ type }) => type === 'run.finished').totals).toMatchObject({ calls: 0, nanoUsd: 0, kept: 3 });
  const shown = await pawl(repo, ['show', run]);
  expect(shown.stdout).toContain(`act ${run}.3: pawl show ${run}.3`);
  const inner = linesOf((await pawl(repo, ['show', `${run}.3`, '--events'])).stdout);
  expect(inner.flatMap((event) => (event.type === 'effect.requested' ? [event.primitive] : []))).toEqual([
    'call',
    'call',
    'fs.read',
    'fs.write',
  ]);
  expect((await pawl(repo, ['replay', `${run}.3`])).stdout).toContain('equal');
  expect((await pawl(repo, ['log', run, 'add'])).stdout).toContain('"sum":33');
  expect((await pawl(repo, ['undo', run])).code).toBe(0);
  expect(existsSync(join(repo, 'total.txt'))).toBe(false);
});

test('what is wrong with functions that steps name is told at once, before anything is run', async () => {
  const repo = scene(
    `  - { id: first, command: "touch began" }
  - { id: a, function: totl }
  - { id: b, function: total@00000000, args: { file: x } }\n`,
  );
  for (const more of [[], ['--dry-run']]) {
    const ran = await pawl(repo, ['run', '../w.yml', '--json', ...more]);
    const [refusal] = linesOf(ran.stderr);
    expect([ran.code, refusal.code]).toEqual([2, 'run/unknown-function']);
    expect(refusal.message).toMatch(/the step "a" of \S+w.yml: there is no function "totl"; did you mean total\?/);
    expect(refusal.message).toMatch(/the step "b" of \S+: total is total@[0-9a-f]{12} by now, not total@00000000/);
  }
  expect(existsSync(join(repo, 'began'))).toBe(false);
  writeFiles(join(repo, '..'), { 'w.yml': 'name: w\nsteps:\n  - { id: a, function: total, args: { fiel: x } }\n' });
  const typed = await pawl(repo, ['run', '../w.yml', '--json']);
  expect(linesOf(typed.stderr)[0]).toMatchObject({
    code: 'run/function-arguments',
    message: expect.stringContaining('the step "a" of') && expect.stringContaining("must have required property 'file'"),
  });
  expect((await pawl(repo, ['run', '../w.yml', '--dry-run'])).code).toBe(2);
});

test('where it fails the step fails with its reason; with retry it is run anew, each time from what was there before', async () => {
  const repo = scene(`  - { id: pay, function: pay, args: { n: "{{input}}" }, snapshot: true, retry: { max: 2, backoff: 1ms } }\n`, {
    pay: `const { stdout } = await ctx.sh('cat "$TRIES" 2>/dev/null; echo x >> "$TRIES"'); await ctx.fs.write('half.txt', stdout + 'half'); if (stdout.length < 4) throw new Error('no money'); return 'paid';`,
  });
  const tries = join(repo, '../tries');
  const ran = await ranJson(repo, '1');
  expect(ran.code).toBe(1);
  expect(ran.events.at(-1).error).toMatch(/^pay failed: pay failed: .*no money.* \(act \S+\)$/s);
  expect(git(repo, 'status', '--porcelain')).toBe('');
  const child = startPawl(repo, ['run', '../w.yml', '1', '--json'], { TRIES: tries });
  const again = await endOf(child);
  expect(again.code).toBe(0);
  const events = linesOf(again.stdout);
  expect(events.filter(({ type }) => type === 'function.requested').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(readFileSync(join(repo, 'half.txt'), 'utf8')).toBe('x\nx\nhalf');
  expect(events.find(({ type, step }) => type === 'step.finished' && step === 'pay').result.output.text).toBe('"paid"');
});

test('what it gives that is not of the form that is wanted fails the step, as does an argument that it does not take', async () => {
  const repo = scene(
    `  - { id: bad, function: three, output: { schema: { type: string } } }
  - { id: not, command: "touch not" }\n`,
    { three: 'return 3;' },
  );
  const ran = await ranJson(repo);
  expect(ran.code).toBe(1);
  expect(ran.events.at(-1).error).toContain('what three gave is not of the form that is wanted');
  writeFiles(join(repo, '..'), { 'w.yml': 'name: w\nsteps:\n  - { id: a, function: total, args: { file: "{{input.json}}" } }\n' });
  expect((await ranJson(repo, 'x')).events.at(-1).error).toContain('{{input.json}} was to be JSON, and what input gave is none');
  expect((await ranJson(repo, '3')).events.at(-1).error).toContain('input.file must be string');
});

test('a run goes by functions as they were when it began, and by any other as it was when it was first used', async () => {
  const old = (name: string) => `export default async function ${name}(input, ctx) { return '${name} changed'; }`;
  const repo = scene(
    `  - { id: once, function: named, args: { name: late } }
  - { id: change, command: "for f in outer callee late; do sed -i 's/return .*/return \\"changed\\";/' functions/$f.ts; done; rm functions/named.ts; echo broken > functions/three.ts" }
  - { id: outer, function: outer }
  - { id: twice, function: named, args: { name: late } }
  - { id: tree, function: outer, isolate: worktree }\n`,
    {
      outer: "return `outer ${await ctx.call('callee')}`;",
      callee: "return 'as it was';",
      named: 'return ctx.call(input.name);',
      late: "return 'late as it was';",
    },
  );
  expect(old('x')).toContain('changed');
  const { code, outputOf, stderr } = await ranJson(repo);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(['once', 'outer', 'twice', 'tree'].map((step) => outputOf(step).output.text)).toEqual([
    '"late as it was"',
    '"outer as it was"',
    '"late as it was"',
    '"outer as it was"',
  ]);
  expect(readFileSync(join(repo, 'functions/late.ts'), 'utf8')).toContain('"changed"');
});

test('for items, in a group, apart, with a secret and a limit of time', async () => {
  const repo = scene(
    `  - { id: each, function: double, args: { n: "{{item.json}}", i: "{{item_index}}" }, foreach: { items: ["1", "2"], max_parallel: 2 } }
  - { id: both, parallel: [one, two] }
  - { id: one, function: write, args: { file: one.txt, text: "{{each}}" }, isolate: worktree }
  - { id: two, function: write, args: { file: two.txt, text: x }, isolate: worktree }
  - { id: key, function: key, secrets: [TOKEN], env: { PLAIN: seen } }
  - { id: slow, function: slow, timeout: 300ms }\n`,
    {
      double: 'return [2 * input.n, input.i];',
      write: 'await ctx.fs.write(input.file, input.text); return input.file;',
      key: "return [(await ctx.sh('printf %s \"$PLAIN-$TOKEN\"')).stdout, await ctx.secret('OTHER').then(() => 'had', () => 'not had'), String(await ctx.secret('TOKEN')).length === 14];",
      slow: 'await new Promise(() => {});',
    },
  );
  const child = startPawl(repo, ['run', '../w.yml', '--json'], { TOKEN: 'hunter2hunter2', OTHER: 'otherother' });
  const ended = await endOf(child);
  const events = linesOf(ended.stdout);
  const textOf = (step: string) =>
    events.find((event) => event.type === 'step.finished' && event.step === step && event.item === 0)?.result.output?.text;
  expect(JSON.parse(textOf('each'))).toEqual(['[2,"1"]', '[4,"2"]']);
  expect(readFileSync(join(repo, 'one.txt'), 'utf8')).toBe(textOf('each'));
  expect(readFileSync(join(repo, 'two.txt'), 'utf8')).toBe('x');
  expect(JSON.parse(textOf('key'))).toEqual(['seen-', 'not had', false]);
  expect(ended.stdout + ended.stderr).not.toContain('hunter2');
  expect(ended.code).toBe(1);
  expect(events.at(-1).error).toContain('slow failed');
});

test('a write of which nobody knows whether it happened waits for a person, and the run with it', async () => {
  const sleepSeconds = 85_000 + process.pid;
  const repo = scene(`  - { id: pay, function: pay }\n  - { id: tell, command: 'printf %s "$PAWL_OUT_PAY"' }\n`, {
    pay: `let how = 'paid'; try { await ctx.sh('echo paid >> paid.txt; exec sleep ${sleepSeconds}'); } catch (error) { how = error.message; } return how;`,
  });
  const child = startPawl(repo, ['run', '../w.yml', '--json']);
  const ended = endOf(child);
  await vi.waitUntil(() => existsSync(join(repo, 'paid.txt')), 20_000);
  child.kill('SIGKILL');
  await ended;
  const resumed = await pawl(repo, ['resume', 'last']);
  expect([resumed.code, resumed.stderr]).toEqual([4, '']);
  expect(resumed.stdout).toContain('pay asks: ');
  const [row] = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(row.life).toBe('waiting');
  expect((await pawl(repo, ['show', row.run])).stdout).toContain(`pawl approve ${row.run}`);
  expect((await pawl(repo, ['resume', 'last'])).code).toBe(4);
  const approved = await pawl(repo, ['approve', row.run, '--say', 'the bank has it', '--json']);
  expect(approved.code).toBe(0);
  expect(linesOf(approved.stdout).find(({ type, step }) => type === 'step.finished' && step === 'tell').result.output.text).toContain(
    'the bank has it',
  );
  expect(readFileSync(join(repo, 'paid.txt'), 'utf8')).toBe('paid\n');
});

test('a run that is cancelled while its function waits ends; one that goes on with a changed file takes in what that names', async () => {
  const sleepSeconds = 84_000 + process.pid;
  const pay = `await ctx.sh('echo paid >> paid.txt; exec sleep ${sleepSeconds}').catch(() => null); return 1;`;
  const repo = scene('  - { id: pay, function: pay, secrets: [TOKEN] }\n', { pay });
  const killed = async () => {
    const child = startPawl(repo, ['run', '../w.yml', '--json'], { TOKEN: 'hunter2hunter2' });
    const ended = endOf(child);
    await vi.waitUntil(() => existsSync(join(repo, 'paid.txt')), 20_000);
    child.kill('SIGKILL');
    await ended;
  };
  await killed();
  const cancelled = await pawl(repo, ['cancel', 'last', '--json']);
  expect([cancelled.code, linesOf(cancelled.stdout)[0].status]).toEqual([0, 'cancelled']);
  git(repo, 'clean', '-fdq');
  writeFiles(join(repo, '..'), {
    'w.yml': 'name: w\nsteps:\n  - { id: pay, function: pay }\n',
  });
  await killed();
  writeFiles(join(repo, '..'), {
    'w.yml': 'name: w\nsteps:\n  - { id: more, command: "true" }\n  - { id: pay, function: pay }\n  - { id: three, function: three }\n',
  });
  withFunction(repo, 'three', 'export default async function three() { return 3; }', { description: 'Three.' });
  const waits = await pawl(repo, ['resume', 'last', '--accept-changes', '--json']);
  expect(waits.code).toBe(4);
  const resumed = linesOf(waits.stdout).find(({ type }) => type === 'resumed');
  expect(resumed.workflow.functions.map(({ name }: { name: string }) => name)).toEqual(['pay', 'three']);
  const approved = await pawl(repo, ['approve', 'last', '--json']);
  expect(linesOf(approved.stdout).find(({ type, step }) => type === 'step.finished' && step === 'three').result.output.text).toBe('3');
});

test('the value of a secret that stands in the text of a function is found before that goes anywhere', async () => {
  const repo = scene('  - { id: key, function: key, secrets: [TOKEN] }\n', { key: "return 'hunter2hunter2';" });
  const ended = await pawl(repo, ['run', '../w.yml', '--json'], { TOKEN: 'hunter2hunter2' });
  expect(linesOf(ended.stderr)[0]).toMatchObject({
    code: 'run/secret-in-workflow',
    message: 'the value of the secret TOKEN stands in the function key, so nothing was run',
  });
});
