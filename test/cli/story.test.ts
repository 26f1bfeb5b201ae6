import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { killedRun } from './killed-run.ts';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl, writeFiles } from './pawl.ts';

const idOf = (stdout: string): string => /run ([0-9a-z.]+)/.exec(stdout)?.[1] ?? '';

/** No line is wider than a terminal of 80 columns, but for commands to copy and what stands for paths of this machine. */
const tooWide = (stdout: string): string[] =>
  stdout.split('\n').filter((line) => line.length > 80 && !/^ *(look|where|input|tries|no|who)/.test(line));

test('show tells items, retries, measured numbers and groups apart, on 80 columns', async () => {
  const repo = repository({ 'n.txt': 'a\nb\nc\n' });
  const workflow = `name: Many
steps:
  - { id: each, command: "test $PAWL_ITEM != b && echo did $PAWL_ITEM", expect: success, foreach: { items: [a, b], max_parallel: 2 } }
  - { id: flaky, command: "test \\"$PAWL_ATTEMPT\\" = 2", expect: success, retry: { max: 1, backoff: 10ms } }
  - { id: less, prompt: "fewer", loop: { max: 2, gate: { command: "wc -l < n.txt", measure: lower } } }
  - { id: quiet, prompt: "x", loop: { max: 1, gate: "exit 1" } }
`;
  const replies = [{ write: { 'n.txt': 'a\nb\n' } }, { write: { 'n.txt': 'a\nb\nc\nd\n' } }, { write: { 'n.txt': '' } }];
  const ran = await pawl(repo, scripted(repo, workflow, replies));
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/each +2 items, 2 at once\n/);
  expect(ran.stdout).toMatch(/ {4}✓ each \[1\/2\] {3}a .*"did a"\n/);
  expect(ran.stdout).toMatch(/ {4}✗ each \[2\/2\] {3}b: failed: expected success, got exit code 1/);
  expect(ran.stdout).toMatch(/… flaky +expected success, got exit code 1; goes on in 10 ms\n/);
  expect(ran.stdout).toMatch(/less 1 +kept, measured 2 \(best before 3\) {2}[0-9a-f]{7}/);
  const { stdout } = await pawl(repo, ['show', 'last']);
  expect(tooWide(stdout)).toEqual([]);
  expect(stdout).toMatch(/✓ each +foreach over 2 items, 2 at once: 1 .*\n +failed\n/);
  expect(stdout).toMatch(/✗ each \[2\/2\] {3}b: failed: expected/);
  expect(stdout).toMatch(/\d\d:\d\d:\d\d expected success, got exit code 1; waited 10 ms\n/);
  expect(stdout).toContain('run once more, attempt 2');
  expect(stdout).toContain('measured 3 to begin with');
  expect(stdout).toMatch(/↺ 2 +the gate measured 4, and the best so +\d+ ms +\S+\n +far is 2 \(lower is better\), put back\n +1 file\n/);
  // A gate that printed nothing has no line.
  for (const text of [stdout, ran.stdout]) expect(text).not.toMatch(/│ *$/m);
  expect(stdout).toMatch(/why +pawl log [0-9a-z]+ quiet/);
});

test('show --json is one object that sums the run up, whatever became of it', async () => {
  const repo = repository();
  const workflow = 'name: w\nsteps:\n  - { id: a, command: "echo hi" }\n  - { id: sure, approve: "Publish?" }\n';
  expect((await pawl(repo, scripted(repo, workflow))).code).toBe(4);
  const waiting = linesOf((await pawl(repo, ['show', 'last', '--json'])).stdout);
  expect(waiting).toMatchObject([
    {
      v: 1,
      type: 'run.summary',
      life: 'waiting',
      status: null,
      question: { step: 'sure', text: 'Publish?' },
      underWay: [{ type: 'approval.requested' }],
    },
  ]);
  expect((await pawl(repo, ['approve', 'last', '--say', 'go'])).code).toBe(0);
  const [over] = linesOf((await pawl(repo, ['show', 'last', '--json'])).stdout);
  expect(over).toMatchObject({ life: 'finished', status: 'succeeded', question: null, resumes: [{ by: 'pawl approve' }] });
  expect(over.steps[1].attempts[0].approval).toMatchObject({ question: 'Publish?', answer: { approved: true, words: 'go' } });
  const { stdout } = await pawl(repo, ['show', 'last']);
  expect(stdout).toMatch(/again +taken up \d\d:\d\d:\d\d by pawl approve\n/);
  expect(stdout).toMatch(/✓ sure +approved by .+: go/);
});

test('a run that waits for a person says what it asks and how to answer, also where a run within it asks', async () => {
  const repo = repository();
  writeFiles(dirname(repo), {
    'inner.yml': 'name: Inner\nsteps:\n  - { id: say, command: "echo hi" }\n  - { id: sure, approve: "Really?" }\n',
  });
  const ran = await pawl(repo, scripted(repo, 'name: Outer\nsteps:\n  - { id: tell, workflow: inner.yml }\n'));
  const run = idOf(ran.stdout);
  expect(ran.stdout).toMatch(new RegExp(`▸ tell +workflow inner\\.yml · run ${run}\\.\\d+`));
  const { stdout } = await pawl(repo, ['show', run]);
  expect(stdout).toMatch(/ {12}Inner · waits for you · pawl show /);
  expect(stdout).toMatch(/ {4}✓ say +command/);
  expect(stdout).toContain(
    `? sure waits for you\n  Really?\n\n  yes    pawl approve ${run}\n  no     pawl approve ${run} --reject --say "why"`,
  );
  const [, inner = ''] = /pawl show (\S+\.\d+)/.exec(stdout) ?? [];
  expect((await pawl(repo, ['show', inner])).stdout).toContain(`whole  pawl show ${run} `);
  const listed = (await pawl(repo, ['runs'])).stdout;
  expect(listed).toMatch(/Outer +\d\d-\d\d \d\d:\d\d +waits for you \(pawl approve\)/);
  expect(listed).not.toContain('Inner');
});

test('a run whose process was killed says what was under way, and that it can be taken up', async () => {
  const repo = repository();
  const run = await killedRun(repo, 'true');
  const { stdout } = await pawl(repo, ['show', run]);
  expect(stdout).toContain(`w · run ${run} · interrupted, its process is gone\n`);
  expect(stdout).toMatch(/▸ a +command: cut off as it ran/);
  expect(stdout).toContain('Under way: a (it ran). What had finished is not done again.');
  expect(stdout).toMatch(new RegExp(`go on +pawl resume ${run}\n`));
});

/** A run whose second step waits until a file is there, once that step is at work. */
async function heldRun(repo: string) {
  const go = join(dirname(repo), 'go');
  const held = `until test -e '${go}'; do sleep 0.05; done; echo held`;
  const argv = scripted(repo, `name: Held\nsteps:\n  - { id: a, command: "echo one" }\n  - { id: b, command: "${held}" }\n`);
  const child = startPawl(repo, [...argv, '--json']);
  const ended = endOf(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await printed(child, (text) => text.includes('"command.requested"') && text.includes('"step":"b"'));
  return { run: JSON.parse(line).run as string, ended, release: () => writeFileSync(go, '') };
}

test('show --follow shows what happens in another process as it happens, and ends with the run', async () => {
  const repo = repository();
  const { run, ended, release } = await heldRun(repo);
  const follower = startPawl(repo, ['show', run, '--follow']);
  const followed = endOf(follower);
  await printed(follower, (line) => line.includes('under way, it runs'));
  const events = startPawl(repo, ['show', run, '--follow', '--json']);
  const streamed = endOf(events);
  await printed(events, (line) => line.includes('"step":"b"'));
  release();
  const { code, stdout } = await followed;
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ b +command .*"held"\n/);
  expect(stdout).toContain(`Held · run ${run} · succeeded\n`);
  const lines = linesOf((await streamed).stdout);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at));
  expect(lines.at(-1)).toMatchObject({ type: 'run.finished' });
  expect((await ended).code).toBe(0);
});

test('Ctrl-C ends the following and leaves the run alone', async () => {
  const repo = repository();
  const { run, ended, release } = await heldRun(repo);
  const follower = startPawl(repo, ['show', run, '--follow']);
  const followed = endOf(follower);
  await printed(follower, (line) => line.includes('under way, it runs'));
  // Told that it follows by the empty line that ends the story.
  follower.kill('SIGINT');
  expect((await followed).code === 130 || (await followed).code === null).toBe(true);
  release();
  expect((await ended).code).toBe(0);
});

test('following a run that is over shows it and ends', async () => {
  const repo = repository();
  await pawl(repo, scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "true" }\n'));
  const { code, stdout } = await pawl(repo, ['show', 'last', '--follow']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ a +command/);
});

test('a long run is summed up: what failed is shown, the rest is a command away', async () => {
  const repo = repository();
  const workflow = `name: Long
steps:
  - { id: list, command: "seq 1 60" }
  - { id: many, command: "test $PAWL_ITEM != 30", expect: success, foreach: { items: list, max_parallel: 4 } }
`;
  await pawl(repo, scripted(repo, workflow));
  const { stdout } = await pawl(repo, ['show', 'last']);
  expect(stdout.split('\n').length).toBeLessThan(40);
  expect(stdout).toContain('✗ many [30/60]');
  expect(stdout).toMatch(/… 2\d more items, all well, .* \(--all shows them\)/);
  expect((await pawl(repo, ['show', 'last', '--all'])).stdout.split('\n').filter((line) => line.includes('many ['))).toHaveLength(60);
  expect(existsSync(join(repo, '.pawl'))).toBe(true);
});

test('what an isolated step brought in vain is shown by a command, at the end and in the story', async () => {
  const repo = repository();
  const workflow = `name: Apart
steps:
  - { id: all, parallel: [one, two] }
  - { id: one, command: "echo 1 > a.txt", isolate: worktree }
  - { id: two, command: "echo 2 > a.txt", isolate: worktree }
`;
  const ran = await pawl(repo, scripted(repo, workflow));
  const { stdout } = await pawl(repo, ['show', 'last']);
  for (const text of [ran.stdout, stdout]) {
    const [, from = '', to = ''] = /theirs +git diff (\S+) (\S+)/.exec(text) ?? [];
    expect(git(repo, 'diff', from, to)).toContain('+2\n');
  }
  expect(stdout).toMatch(/conflicts in a\.txt\n +look: git diff/);
});

test('a run took as long as it worked, whenever it was undone', async () => {
  const repo = repository();
  await pawl(repo, scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "true" }\n'));
  const before = linesOf((await pawl(repo, ['show', 'last', '--json'])).stdout)[0];
  expect((await pawl(repo, ['undo', 'last'])).code).toBe(0);
  const after = linesOf((await pawl(repo, ['show', 'last', '--json'])).stdout)[0];
  expect([after.lastAt, after.taken]).toEqual([before.lastAt, 'undone']);
});
