import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endOf, git, linesOf, pawl, printed, repository, scripted, startPawl } from '../cli/pawl.ts';
import { leaksIn, leaksUnder } from './leaks.ts';

/** New ones each time: nothing that was left somewhere by another run is taken for a leak of this one. */
function freshSecrets(repo: string) {
  const token = `tk/${randomBytes(15).toString('base64')}"'$x&<é>\\`;
  const body = randomBytes(280).toString('base64').replace(/.{64}/g, '$&\n');
  const key = `-----BEGIN TEST KEY-----\n${body}\n-----END TEST KEY-----`;
  const pass = `pw ${randomBytes(9).toString('hex')} %41`;
  const around = dirname(repo);
  writeFileSync(join(around, 'key.pem'), `${key}\n`);
  writeFileSync(join(around, 'pass'), pass);
  writeFileSync(
    join(repo, 'pawl.yml'),
    'secrets:\n  KEY: {file: ../key.pem}\n  PASS: {command: "echo x >> ../fetched; cat ../pass"}\n  TOKEN: {env: MY_TOKEN}\n  UNUSED: {env: ALSO_SECRET}\n',
  );
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'configured');
  const env = {
    MY_TOKEN: token,
    PASS: 'not the one of pawl.yml',
    ALSO_SECRET: 'another one that nobody names',
    COPY_OF_TOKEN: `x${token}`,
  };
  return { values: [token, key, pass], token, env, around };
}

const workflow = String.raw`
name: Leak
steps:
  - id: print
    secrets: [TOKEN, KEY, PASS]
    command: |
      printf %s "$TOKEN" > ../print.token; printf %s "$KEY" > ../print.key; printf %s "$PASS" > ../print.pass
      for value in "$TOKEN" "$KEY" "$PASS"; do
        echo "raw: $value"; echo "err: $value" >&2
        printf %s "$value" | base64; printf %s "$value" | base64 -w 0; echo
        printf 'u:%s' "$value" | base64 -w 20; printf 'us%s' "$value" | base64 | tr '+/' '-_'
        printf %s "$value" | od -An -v -tx1 | tr -d ' \n'; echo; printf %s "$value" | od -An -v -tx1
        printf %s "$value" | node -e 'const v = fs.readFileSync(0, "utf8"); for (const each of [JSON.stringify(v), JSON.stringify(JSON.stringify(v)), encodeURIComponent(v)]) console.log(each)'
        printf %s "$value" | fold -w 10; echo
        printf %s "$value" | node -e 'for (const byte of fs.readFileSync(0)) fs.writeSync(1, Buffer.of(byte))'; echo
      done
      printf %s "$KEY" | sed 's/^/stderr | /'; echo
      ps axww -o args > ../ps.print
  - id: big
    secrets: [TOKEN]
    command: |
      node -e 'for (let at = 0; at < 9000; at++) fs.writeSync(1, at + " " + process.env.TOKEN + " is long\n")'
    require: {contains: ["8999 tk/"]}
  - id: other
    command: 'env > ../other.env; cat "$PAWL_OUT_PRINT_FILE" "$PAWL_OUT_BIG_FILE" > ../other.read; printf %s "$PAWL_OUT_PRINT" | tail -n 1; ps axww -o args > ../ps.other'
  - id: ask
    secrets: [TOKEN]
    prompt: "read {{print}} and {{input}}"
    loop:
      max: 3
      until: DONE
      gate: 'printf %s "$TOKEN" > ../gate.token; echo "gate says $TOKEN"; grep -q two a.txt'
  - id: lone
    prompt: "no secret for {{ask}}"
  - id: refused
    secrets: [TOKEN]
    command: 'echo "$TOKEN and more"'
    require: {contains: [never there]}
`;

/** What an agent would do that has seen the token: use it, and say it. */
const repliesWith = (token: string) => [
  {
    sh: 'printf %s "$TOKEN" > ../agent.token; ps axww -o args > ../ps.agent',
    write: { 'a.txt': 'one and a half\n' },
    reply: `I used ${token}`,
  },
  { write: { 'a.txt': 'two\n' }, reply: `DONE with ${Buffer.from(token).toString('base64')}\nDONE` },
  { sh: 'env > ../lone.env', reply: `still ${token}` },
];

test('nothing that Pawl stores or prints holds a secret that steps print in every way; steps that name one have it, others do not', async () => {
  const repo = repository({ 'a.txt': 'one\n' });
  const { values, token, env, around } = freshSecrets(repo);
  writeFileSync(join(around, 'input'), `with ${token}`);
  const argv = [
    ...scripted(repo, workflow, repliesWith(token)),
    '--input-file',
    join(around, 'input'),
    '--record',
    join(around, 'recording'),
  ];
  const shown: Record<string, string> = {};
  const run = await pawl(repo, argv, env);
  shown.run = run.stdout + run.stderr;
  expect(run.code, shown.run).toBe(1);
  expect(shown.run).toContain('no step gets the variable COPY_OF_TOKEN');
  for (const view of [
    ['show', 'last'],
    ['show', 'last', '--json'],
    ['show', 'last', '--output', 'print'],
    ['show', 'last', '--output', 'big'],
    ['log', 'last'],
    ['runs', '--json'],
  ]) {
    const seen = await pawl(repo, view, env);
    shown[view.join(' ')] = seen.stdout + seen.stderr;
  }

  // Those who name them had them, as they are.
  const read = (name: string) => readFileSync(join(around, name), 'utf8');
  expect([read('print.token'), read('print.key'), read('print.pass')]).toEqual(values);
  expect([read('gate.token'), read('agent.token')]).toEqual([token, token]);
  expect(read('fetched')).toBe('x\n');
  // A large output was asked for what it really said, and kept without it.
  expect(shown['show last --output big']).toContain('8999 [secret TOKEN] is long');
  expect(read('other.read')).toContain('raw: [secret TOKEN]');

  // Nobody else had them.
  for (const name of ['other.env', 'lone.env']) {
    expect(leaksIn(read(name), values), name).toEqual([]);
    expect(read(name)).not.toMatch(/^(MY_TOKEN|TOKEN|KEY|PASS|COPY_OF_TOKEN|ALSO_SECRET|UNUSED)=/m);
  }
  for (const [view, text] of Object.entries(shown)) expect(leaksIn(text, values), view).toEqual([]);
  for (const name of ['ps.print', 'ps.other', 'ps.agent', 'other.read', 'recording']) expect(leaksIn(read(name), values), name).toEqual([]);
  expect(readdirSync(join(repo, '.pawl', 'blobs'), { recursive: true }).length).toBeGreaterThan(0);
  expect(leaksUnder(join(repo, '.pawl'), values)).toEqual({});
  expect(shown.run).toContain('[secret TOKEN] and more');
});

test('the same run as JSON, taken up again after it was killed in the midst of printing', async () => {
  const repo = repository();
  const { values, env } = freshSecrets(repo);
  const killed = `name: w\nsteps:\n  - id: a\n    secrets: [TOKEN, KEY]\n    command: 'for at in 1 2 3 4; do yes "$TOKEN $KEY" | head -n 20000; done; test -e ../again || { touch ../printed; sleep 600; }'\n`;
  const child = startPawl(repo, [...scripted(repo, killed), '--json'], env);
  const ended = endOf(child);
  await printed(child, (line) => line.includes('"command.requested"'));
  await vi.waitUntil(() => existsSync(join(repo, '..', 'printed')), 30_000);
  // What had been printed by then is on disk, without secrets.
  await vi.waitUntil(
    () =>
      readdirSync(join(repo, '.pawl', 'runs'), { recursive: true, encoding: 'utf8' }).some(
        (path) => path.includes('output-') && statSync(join(repo, '.pawl', 'runs', path)).size > 100_000,
      ),
    30_000,
  );
  child.kill('SIGKILL');
  const first = await ended;
  expect(leaksUnder(join(repo, '.pawl'), values)).toEqual({});
  const without = await pawl(repo, ['resume', 'last', '--json']);
  expect(linesOf(without.stderr)[0]).toMatchObject({ code: 'run/missing-secret' });
  writeFileSync(join(repo, '..', 'again'), '');
  const again = await pawl(repo, ['resume', 'last', '--json'], env);
  expect(again.code, again.stderr).toBe(0);
  expect(leaksIn(first.stdout + first.stderr + without.stderr + again.stdout + again.stderr, values)).toEqual([]);
  expect(leaksUnder(join(repo, '.pawl'), values)).toEqual({});
});

test('a step that is cut off in the midst of a secret leaves no part of it', async () => {
  const repo = repository();
  const { values, env } = freshSecrets(repo);
  const cut = `name: w\nsteps:\n  - id: a\n    secrets: [TOKEN]\n    timeout: 1s\n    command: 'printf "so: %.19s" "$TOKEN"; sleep 600'\n`;
  const run = await pawl(repo, [...scripted(repo, cut), '--json'], env);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain('so: [secret TOKEN]');
  expect(leaksIn(run.stdout + run.stderr, values)).toEqual([]);
});

test('every secret that is missing is named with the steps that want it, and nothing is done', async () => {
  const repo = repository();
  writeFileSync(join(repo, '..', 'inner.yml'), 'name: inner\nsteps:\n  - { id: deep, command: "true", secrets: [DEEP] }\n');
  writeFileSync(join(repo, 'pawl.yml'), 'secrets:\n  BAD: {command: "echo hunter2hunter2; exit 7"}\n  GONE: {file: ../gone}\n');
  const steps = [
    '{ id: first, command: "touch ../done" }',
    '{ id: a, command: "true", secrets: [ONE, BAD] }',
    '{ id: b, command: "true", secrets: [ONE, GONE, TINY] }',
    '{ id: inner, workflow: inner.yml }',
  ];
  const argv = scripted(repo, `name: w\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`);
  const run = await pawl(repo, argv, { TINY: 'abc' });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('ONE, for the step "a" and the step "b": the variable ONE is not set');
  expect(run.stderr).toContain('BAD, for the step "a": the command of the secret BAD ended with exit code 7');
  expect(run.stderr).toContain('GONE, for the step "b": there is no file ../gone');
  expect(run.stderr).toContain('TINY, for the step "b": the secret TINY has 3 characters');
  expect(run.stderr).toMatch(/DEEP, for the step "deep" of .*inner\.yml/);
  expect(run.stderr).not.toMatch(/hunter2|abc/);
  expect(existsSync(join(repo, '..', 'done'))).toBe(false);
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});

test('a workflow whose text holds the value of a secret is not run, nor is one within it', async () => {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "echo hunter2hunter2", secrets: [TOKEN] }\n');
  const run = await pawl(repo, argv, { TOKEN: 'hunter2hunter2' });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('the value of the secret TOKEN stands in');
  expect(run.stderr).not.toContain('hunter2');
  expect(existsSync(join(repo, '.pawl'))).toBe(false);
});

test('a workflow within the run gets its secrets, and what it prints comes out of it without them', async () => {
  const repo = repository();
  const { values, env, around } = freshSecrets(repo);
  const inner = `name: inner\nsteps:\n  - { id: deep, command: 'printf %s "$TOKEN" > ../deep; echo "deep $TOKEN"', secrets: [TOKEN] }\n`;
  writeFileSync(join(around, 'inner.yml'), inner);
  const outer = `name: w\nsteps:\n  - { id: within, workflow: inner.yml }\n  - { id: after, command: 'echo "$PAWL_OUT_WITHIN"; env > ../after.env' }\n`;
  const run = await pawl(repo, [...scripted(repo, outer), '--json'], env);
  expect(run.code, run.stderr).toBe(0);
  expect(readFileSync(join(around, 'deep'), 'utf8')).toBe(values[0]);
  expect(run.stdout).toContain('deep [secret TOKEN]');
  expect(leaksIn(run.stdout + run.stderr + readFileSync(join(around, 'after.env'), 'utf8'), values)).toEqual([]);
  expect(leaksUnder(join(repo, '.pawl'), values)).toEqual({});
});

test('a commit that holds a secret is made and said; a filter of git, which runs for it, has no secret', async () => {
  const repo = repository({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=probe\n' });
  const { values, token, env, around } = freshSecrets(repo);
  git(repo, 'config', 'filter.probe.clean', 'env > ../filter.env; cat');
  const gated = `name: w\nsteps:\n  - { id: fix, prompt: x, secrets: [TOKEN], loop: { max: 1, until: OK, gate: "true" } }\n`;
  const sh = 'printf %s "$TOKEN" > a.txt; printf %s "$TOKEN" | base64 > "b c.txt"; echo plain > d.txt';
  const run = await pawl(repo, [...scripted(repo, gated, [{ sh, reply: 'OK' }]), '--json'], env);
  expect(run.code, run.stderr).toBe(0);
  const commit = git(repo, 'rev-parse', 'HEAD').slice(0, 7);
  expect(run.stdout).toContain(`the commit ${commit} holds the value of the secret TOKEN, in a.txt, b c.txt; take it out`);
  expect(git(repo, 'show', 'HEAD:a.txt')).toBe(token);
  expect(leaksIn(run.stdout + run.stderr, values)).toEqual([]);
  const filtered = readFileSync(join(around, 'filter.env'), 'utf8');
  expect(filtered).toContain('GIT_DIR=');
  expect(leaksIn(filtered, values)).toEqual([]);
});
