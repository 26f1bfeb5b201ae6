import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, cleanEnv, linesOf, pawl, repository, scripted, writeFiles } from './pawl.ts';

/** Shell text in a mount namespace of its own: what it mounts is seen by nobody else and goes with it. */
const privately = (cwd: string, text: string, ...args: string[]) =>
  spawnSync('/usr/bin/env', ['unshare', '-rm', 'sh', '-c', text, 'sh', ...args], { cwd, encoding: 'utf8', env: cleanEnv(dirname(cwd)) });

const mounts = privately('/tmp', 'mount -t tmpfs -o size=1m none /mnt').status === 0;
if (!mounts) console.warn('NOT TESTED: a really full disk and a read-only file system; this system lets nobody mount (unshare -rm)');

/** Each step leaves a file; the second one fills the disk that the state lies on before it ends. */
const filling = `name: w
steps:
  - { id: one, command: "echo 1 > one.txt" }
  - { id: fill, command: "echo 2 >> two.txt; test -e ../roomy || dd if=/dev/zero of=.pawl/filler bs=4096 2>../dd; true" }
  - { id: three, command: "echo 3 > three.txt" }
`;

test.runIf(mounts)('on a full disk a run stops with its state intact, and goes on where it was once there is room', () => {
  const repo = repository();
  const argv = scripted(repo, filling);
  const script = `
    mkdir .pawl && mount -t tmpfs -o size=2m none .pawl
    node=$1 pawl=$2; shift 2
    "$node" "$pawl" "$@" --json >../first 2>../first-error; echo $? >../codes
    "$node" "$pawl" show last --json >../shown 2>&1; echo $? >>../codes
    rm .pawl/filler; touch ../roomy
    "$node" "$pawl" resume last --json >../second 2>../second-error; echo $? >>../codes
    "$node" "$pawl" show last --events >../events; echo $? >>../codes
  `;
  const { stderr } = privately(repo, script, process.execPath, bin, ...argv);
  expect(stderr).toBe('');
  const said = (name: string) => readFileSync(join(repo, '..', name), 'utf8');
  expect([said('second-error'), said('codes')]).toEqual([expect.any(String), '1\n0\n0\n0\n']);
  expect(linesOf(said('first-error'))).toContainEqual(
    expect.objectContaining({ type: 'error', code: 'store/unavailable', message: expect.stringContaining('disk is full') }),
  );
  expect(linesOf(said('first')).some(({ type }) => type === 'run.finished')).toBe(false);
  const events = linesOf(said('events'));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'succeeded' });
  // What had ended and was written down was not done again; what could not be written down was.
  expect(events.filter(({ type, step }) => type === 'command.requested' && step === 'one').length).toBe(1);
  expect(readFileSync(join(repo, 'three.txt'), 'utf8')).toBe('3\n');
});

test.runIf(mounts)('in a folder that has become read-only nothing begins, and what there is is shown', () => {
  const repo = repository();
  const argv = scripted(repo, 'name: w\nsteps:\n  - { id: one, command: "true" }\n');
  const script = `
    mkdir .pawl && mount -t tmpfs none .pawl
    node=$1 pawl=$2; shift 2
    "$node" "$pawl" "$@" >../out; echo $? >../codes
    mount -o remount,ro .pawl
    "$node" "$pawl" "$@" --json 2>../error; echo $? >>../codes
    "$node" "$pawl" runs --json >../runs; echo $? >>../codes
    "$node" "$pawl" show last >../shown; echo $? >>../codes
  `;
  const { stderr } = privately(repo, script, process.execPath, bin, ...argv);
  const said = (name: string) => readFileSync(join(repo, '..', name), 'utf8');
  expect([stderr, said('codes')]).toEqual(['', '0\n1\n0\n0\n']);
  expect(linesOf(said('error'))).toContainEqual(
    expect.objectContaining({ code: 'store/unavailable', message: expect.stringContaining('read-only') }),
  );
  expect(linesOf(said('runs')).length).toBe(1);
});

test('where a file may not grow further a run stops with its state intact and goes on without the limit', async () => {
  const repo = repository();
  const argv = scripted(
    repo,
    `name: w\nsteps:\n  - { id: one, command: "echo 1" }\n  - { id: two, command: "head -c 90000 /dev/zero | tr '\\\\0' x" }\n  - { id: three, command: "echo 3 > three.txt" }\n`,
  );
  expect((await pawl(repo, argv)).code).toBe(0);
  const limited = spawnSync('bash', ['-c', 'ulimit -f 120; exec "$0" "$@"', process.execPath, bin, ...argv, '--json'], {
    cwd: repo,
    encoding: 'utf8',
    env: cleanEnv(dirname(repo)),
  });
  expect([limited.status, linesOf(limited.stderr).at(-1)?.code]).toEqual([1, 'store/unavailable']);
  const left = linesOf((await pawl(repo, ['show', 'last', '--events'])).stdout);
  expect(left.some(({ type }) => type === 'run.finished')).toBe(false);
  const resumed = await pawl(repo, ['resume', 'last', '--json']);
  expect([resumed.code, linesOf(resumed.stdout).at(-1)?.status]).toEqual([0, 'succeeded']);
  expect(readFileSync(join(repo, 'three.txt'), 'utf8')).toBe('3\n');
});

const damaging = (command: string) =>
  `name: w\nsteps:\n  - { id: one, command: "${command}" }\n  - { id: two, command: "touch went-on" }\n`;

test('when the journal is removed under a run, that is said once with the file, and the run does not go on unwritten', async () => {
  const repo = repository();
  const { code, stderr, stdout } = await pawl(repo, [...scripted(repo, damaging('rm .pawl/journal.db')), '--json']);
  expect(code).toBe(1);
  expect(linesOf(stderr).filter(({ type }) => type === 'error')).toEqual([
    expect.objectContaining({ message: expect.stringContaining(join(repo, '.pawl', 'journal.db')) }),
  ]);
  expect(existsSync(join(repo, 'went-on'))).toBe(false);
  expect(linesOf(stdout).some(({ type }) => type === 'run.finished')).toBe(false);
});

test('a page that is overwritten under a run is not read again by it; the next command says so, and a repair saves every event', async () => {
  const repo = repository();
  const overwrite = 'dd if=/dev/zero of=.pawl/journal.db bs=4096 count=1 conv=notrunc 2>&1';
  const ran = await pawl(repo, [...scripted(repo, damaging(overwrite)), '--json']);
  const events = linesOf(ran.stdout);
  expect((await pawl(repo, ['resume', 'last'])).stderr).toContain('is damaged');
  expect((await pawl(repo, ['doctor', '--repair'])).code).toBe(0);
  expect(linesOf((await pawl(repo, ['show', 'last', '--events'])).stdout).slice(0, events.length)).toEqual(events);
});

/** A process whose clock stands so many ms behind. */
const setBack = (repo: string, ms: number): Record<string, string> => {
  const file = join(dirname(repo), 'clock.mjs');
  writeFiles(dirname(repo), { 'clock.mjs': `const now = Date.now; Date.now = () => now() - ${ms};\n` });
  return { NODE_OPTIONS: `--import=${file}` };
};

test('a clock that was set back changes no order and makes no time negative', async () => {
  const repo = repository();
  const waiting = 'name: w\nsteps:\n  - { id: a, command: "true" }\n  - { id: ask, approve: "Go on?" }\n  - { id: b, command: "true" }\n';
  const first = linesOf((await pawl(repo, [...scripted(repo, waiting), '--run-timeout', '1h', '--json'])).stdout)[0].run;
  const back = setBack(repo, 2 * 3600_000);
  const approved = await pawl(repo, ['approve', first, '--json'], back);
  expect([approved.code, linesOf(approved.stdout).at(-1)?.status]).toEqual([0, 'succeeded']);
  const events = linesOf((await pawl(repo, ['show', first, '--events'], back)).stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(Date.parse(events.at(-1).at)).toBeLessThan(Date.parse(events[0].at));
  expect(`${approved.stderr}${JSON.stringify(events)}`).not.toMatch(/after -|"(durationMs|waitedMs)":-/);
  const second = linesOf(
    (await pawl(repo, [...scripted(repo, 'name: w\nsteps:\n  - { id: a, command: "true" }\n'), '--json'], back)).stdout,
  )[0].run;
  const runs = linesOf((await pawl(repo, ['runs', '--json'])).stdout);
  expect(runs.map(({ run }) => run)).toEqual([second, first]);
  const shown = await pawl(repo, ['show', first]);
  expect(shown.stdout).not.toMatch(/-\d+(\.\d+)? ?(ms|s|m|h)\b/);
  expect(JSON.stringify(linesOf((await pawl(repo, ['show', first, '--json'])).stdout))).not.toMatch(/Ms":-/);
});

/** A loop whose first try is refused by its gate; the disk of git's objects is full from the moment that `fill` runs. */
const fill = 'test -e ../roomy || dd if=/dev/zero of=.git/objects/filler bs=4096 2>../dd';
const grow = 'head -c 60000 /dev/urandom >> big.bin';
const gated = (gate: string) => `name: w
steps:
  - { id: fix, prompt: x, loop: { max: 1, gate: ${JSON.stringify(gate)} } }
`;
const fullAt: [string, string, Record<string, string>][] = [
  ['what a gate refused is recorded', gated(`${grow}; ${fill}; exit 1`), {}],
  ['what a gate accepted is recorded', gated(`${grow}; ${fill}; exit 0`), {}],
  [
    'a run within the run records',
    'name: w\nsteps:\n  - { id: sub, workflow: inner.yml }\n',
    { 'inner.yml': gated(`${grow}; ${fill}; exit 1`) },
  ],
  [
    'a command has ended whose output outgrows the journal',
    `name: w
steps:
  - id: print
    command: "test -e ../roomy || dd if=/dev/zero of=.pawl/blobs/filler bs=4096 2>../dd; head -c 200000 /dev/zero | tr '\\\\0' x"
`,
    {},
  ],
];

test.runIf(mounts).each(fullAt)(
  'when the disk is full as %s, the run stops, and goes on by resume once there is room',
  (_, workflow, others) => {
    const repo = repository({ 'a.txt': 'one\n', 'mine.txt': 'mine\n' });
    const argv = scripted(repo, workflow, [{ write: { 'a.txt': 'agent\n' }, reply: 'x' }]);
    writeFiles(dirname(repo), others);
    writeFiles(repo, { 'mine.txt': 'mine, edited\n' });
    const script = `
    cp -a .git/objects ../objects && mount -t tmpfs -o size=1m none .git/objects && cp -a ../objects/. .git/objects
    mkdir -p .pawl/blobs && mount -t tmpfs -o size=1m none .pawl/blobs
    node=$1 pawl=$2; shift 2
    "$node" "$pawl" "$@" --json >../first 2>../first-error; echo $? >../codes
    cat mine.txt >../mine-then
    "$node" "$pawl" runs >../runs; echo $? >>../codes
    rm -f .git/objects/filler .pawl/blobs/filler; touch ../roomy
    "$node" "$pawl" resume last --json >../second 2>../second-error; echo $? >>../codes
    "$node" "$pawl" show last --events >../events; echo $? >>../codes
    "$node" "$pawl" undo last --json >../undone 2>../undone-error; echo $? >>../codes
  `;
    const { stderr } = privately(repo, script, process.execPath, bin, ...argv);
    expect(stderr).toBe('');
    const said = (name: string) => readFileSync(join(repo, '..', name), 'utf8');
    const [error] = linesOf(said('first-error')).filter(({ type }) => type === 'error');
    const { run } = linesOf(said('first'))[0];
    expect(error).toMatchObject({
      code: 'run/out-of-storage',
      message: expect.stringMatching(/No space left on device|disk is full/),
      hint: expect.stringContaining(`pawl resume ${run}`),
    });
    expect(linesOf(said('first')).some(({ type }) => type === 'run.finished' || type === 'workspace.failed')).toBe(false);
    expect(said('runs')).toContain('interrupted');
    expect(said('codes').split('\n').slice(0, 2)).toEqual(['1', '0']);
    const events = linesOf(said('events'));
    expect(events.at(-1), said('second-error')).toMatchObject({ type: 'run.finished' });
    expect(events.some(({ type }) => type === 'workspace.failed')).toBe(false);
    expect(said('codes'), said('undone-error')).toMatch(/^1\n0\n[01]\n0\n0\n$/);
    expect([said('mine-then'), readFileSync(join(repo, 'mine.txt'), 'utf8')]).toEqual(['mine, edited\n', 'mine, edited\n']);
    expect([readFileSync(join(repo, 'a.txt'), 'utf8'), existsSync(join(repo, 'big.bin'))]).toEqual(['one\n', false]);
  },
);

test.runIf(mounts)('on a full disk nothing is stored in the library, which stays whole; and it is stored once there is room', () => {
  const source = (at: number) =>
    `/** Gives ${at}. */\nexport default async function give${at}(input, ctx) {\n  return '${'abc def '.repeat(20_000)}' + ${at};\n}\n`;
  const repo = repository(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((at) => [`give${at}.ts`, source(at)])));
  const script = `
    mkdir .pawl && mount -t tmpfs -o size=1m none .pawl
    for at in 1 2 3 4 5 6 7 8; do "$1" "$2" library add give$at.ts --force --json >>../out 2>>../errors; echo $? >>../codes; done
    "$1" "$2" library list --json >../listed
    "$1" "$2" doctor --json >../doctor
    mount -o remount,size=64m .pawl
    "$1" "$2" library add give8.ts --force; echo $? >>../codes
  `;
  const { stderr } = privately(repo, script, process.execPath, bin);
  expect(stderr).toBe('');
  const said = (name: string) => readFileSync(join(repo, '..', name), 'utf8');
  const codes = said('codes').trim().split('\n');
  expect(codes.at(-1)).toBe('0');
  const stored = codes.slice(0, 8).filter((code) => code === '0').length;
  expect(stored).toBeLessThan(8);
  expect(linesOf(said('errors'))[0]).toMatchObject({ code: 'library/unavailable', message: expect.stringContaining('disk is full') });
  expect(linesOf(said('listed')).length).toBe(stored);
  expect(linesOf(said('doctor')).find(({ what }) => what === 'library')).toMatchObject({ state: 'good' });
});
