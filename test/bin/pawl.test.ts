import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { foreignNodePackage, install, newNode, oldNode, run, start } from './installation.ts';

const telling = `
export async function main(argv) {
  console.log(JSON.stringify({ argv, node: process.versions.node, launcher: process.env.PAWL_LAUNCHER ?? null }));
  return Number(argv[0] ?? 0);
}`;

const flooding = `
export async function main() {
  process.stdout.write('x'.repeat(4 << 20) + 'end');
  return 3;
}`;

/** Counts what reaches it; SIGTERM ends it, with the tally. */
const counting = `
const seen = { SIGINT: 0, SIGHUP: 0, SIGTERM: 0 };
export const main = () => new Promise((resolve) => {
  const alive = setInterval(() => {}, 1000);
  for (const signal of Object.keys(seen)) process.on(signal, () => {
    seen[signal] += 1;
    console.log(signal, seen[signal]);
    if (signal !== 'SIGTERM') return;
    clearInterval(alive);
    console.log('seen', JSON.stringify(seen));
    resolve(7);
  });
  console.log('pid', process.pid);
});`;

/** Never ends by itself and does not care for signals. */
const careless = `
export const main = () => new Promise(() => {
  setInterval(() => {}, 1000);
  console.log('pid', process.pid);
});`;

const nodes = [
  { name: 'a supported Node', node: newNode },
  { name: 'an old Node beside the pinned one', node: oldNode },
];

for (const { name, node } of nodes) {
  const on = test.skipIf(node === null);
  const program = node ?? '';

  on(`on ${name} the arguments arrive as they are and the result is the exit code`, () => {
    const { status, stdout, stderr } = run(program, install(telling), ['5', 'a b', '--x=$HOME', '', '--', '*']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ argv: ['5', 'a b', '--x=$HOME', '', '--', '*'], node: process.versions.node, launcher: null });
    expect(status).toBe(5);
  });

  on(`on ${name} standard input is the caller's`, () => {
    const reading = `export async function main() { for await (const chunk of process.stdin) process.stdout.write(chunk); return 0; }`;
    expect(run(program, install(reading), []).stdout).toBe('from stdin');
  });

  on(`on ${name} nothing that was written is cut off at the end`, () => {
    const { status, stdout } = run(program, install(flooding), []);
    expect(stdout.length).toBe((4 << 20) + 3);
    expect(stdout.endsWith('end')).toBe(true);
    expect(status).toBe(3);
  });

  on(`on ${name} a bug ends with a stack and a code that is not zero`, () => {
    const { status, stderr } = run(
      program,
      install(`export async function main() { throw new Error('a bug', { cause: 'its cause' }); }`),
      [],
    );
    expect(stderr).toContain('a bug');
    expect(stderr).toContain('its cause');
    expect(status).toBe(1);
  });

  on(`on ${name} one Ctrl-C, which the terminal sends to the whole group, counts once`, async () => {
    const running = start(program, install(counting));
    await running.line('pid');
    process.kill(-(running.process.pid as number), 'SIGINT');
    await running.line('SIGINT 1');
    running.process.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('seen {"SIGINT":1,"SIGHUP":0,"SIGTERM":1}');
    expect(code).toBe(7);
  });

  on(`on ${name} signals sent to the one process that the caller knows all arrive, and it outlives what it runs`, async () => {
    const running = start(program, install(counting));
    await running.line('pid');
    running.process.kill('SIGINT');
    await running.line('SIGINT 1');
    running.process.kill('SIGHUP');
    await running.line('SIGHUP 1');
    process.kill(-(running.process.pid as number), 'SIGINT');
    await running.line('SIGINT 2');
    running.process.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('seen {"SIGINT":2,"SIGHUP":1,"SIGTERM":1}');
    expect(code).toBe(7);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    on(`on ${name} ${signal} ends what does not care for it, and the caller sees that signal`, async () => {
      const running = start(program, install(careless));
      await running.line('pid');
      running.process.kill(signal);
      expect(await running.ended).toMatchObject({ code: null, signal });
    });
  }

  on(`on ${name} a death by a signal is passed on`, async () => {
    const running = start(program, install(careless));
    process.kill(Number((await running.line('pid')).split(' ')[1]), 'SIGKILL');
    expect(await running.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });
}

test.skipIf(oldNode === null)('what the old Node started ends, cleanly, when the old Node is killed', async () => {
  const running = start(oldNode as string, install(counting));
  await running.line('pid');
  running.process.kill('SIGKILL');
  await running.line('seen');
  // `ended` waits for the end of stdout, which the other process holds too.
  expect(await running.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
});

test.skipIf(oldNode === null)('on an old Node the pinned one is found where npm has hoisted it', () => {
  const { stdout } = run(oldNode as string, install(telling, 'hoisted'), []);
  expect(JSON.parse(stdout).node).toBe(process.versions.node);
});

test.skipIf(oldNode === null)('on an old Node without a newer one it says in one sentence what is needed', () => {
  const cases = [install(telling, 'none'), install(telling, 'own', foreignNodePackage('18.20.0'))];
  for (const installation of cases) {
    const { status, stdout, stderr } = run(oldNode as string, installation, ['run']);
    expect(stderr).toMatch(/^pawl needs Node 24 or newer, and this is Node 2\d\..*\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  }
});

for (const { name, node } of nodes) {
  test.skipIf(node === null)(`on ${name} a clone that was never built says so`, () => {
    const installation = install(null, 'none');
    const { status, stderr } = run(node as string, installation, []);
    expect(stderr).toMatch(/^pawl is not built: .*main\.cjs is missing; run `npm ci` in .* and try again\.\n$/);
    expect(stderr).toContain(installation.folder);
    expect(status).toBe(2);
  });
}

test('compiled code is kept in a folder that only the user can read', () => {
  const installation = install(telling);
  run(newNode, installation, []);
  const folder = join(installation.home, '.cache', 'pawl', 'compiled');
  expect(readdirSync(folder)).not.toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

const saying = (word: string): string => `exports.main = async () => {\n  console.log('${word}');\n  return 0;\n};\n`;

test('what is run is what is there, whatever was compiled before', () => {
  const installation = install(telling);
  const main = join(installation.folder, 'dist', 'cli', 'main.cjs');
  for (const word of ['one', 'one', 'two', 'two', 'one']) {
    writeFileSync(main, saying(word));
    expect(run(newNode, installation, []).stdout).toBe(`${word}\n`);
  }
});

test('compiled code that was damaged or cut off is compiled anew', () => {
  const installation = install(telling);
  writeFileSync(join(installation.folder, 'dist', 'cli', 'main.cjs'), saying('well'));
  run(newNode, installation, []);
  const folder = join(installation.home, '.cache', 'pawl', 'compiled');
  const file = join(folder, readdirSync(folder)[0] as string);
  const whole = readFileSync(file);
  const flipped = (at: number): Buffer => Buffer.from(whole).fill((whole[at] as number) ^ 0x10, at, at + 1);
  const places = Array.from({ length: 8 }, (_, index) => Math.floor((whole.length * index) / 8));
  for (const bytes of [...places.map(flipped), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
    writeFileSync(file, bytes);
    expect(run(newNode, installation, [])).toMatchObject({ stdout: 'well\n', stderr: '', status: 0 });
    expect(readFileSync(file).length).toBe(whole.length);
  }
});

test('what a process that was killed as it kept its code left behind is removed, what another one is writing is not', () => {
  const installation = install(telling);
  const folder = join(installation.home, '.cache', 'pawl', 'compiled');
  run(newNode, installation, []);
  const [name] = readdirSync(folder) as [string];
  for (const left of ['', '.1', '.2']) writeFileSync(join(folder, `${name}${left}`), 'cut off');
  utimesSync(join(folder, `${name}.1`), 1, 1);
  run(newNode, installation, []);
  expect(readdirSync(folder).sort()).toEqual([name, `${name}.2`]);
});

test('a command that is refused keeps no code, and one that waits for nothing any more has not gone well', () => {
  const refused = install('export const main = async () => 2;');
  expect(run(newNode, refused, []).status).toBe(2);
  expect(readdirSync(join(refused.home, '.cache', 'pawl', 'compiled'))).toEqual([]);
  expect(run(newNode, install('export const main = () => new Promise(() => {});'), []).status).toBe(1);
});

test('compiled code is not kept where others could write it, nor under a relative XDG_CACHE_HOME', () => {
  const installation = install(telling);
  const cache = join(installation.home, '.cache');
  run(newNode, installation, [], { XDG_CACHE_HOME: 'relative' });
  expect(existsSync(join(process.cwd(), 'relative'))).toBe(false);
  expect(readdirSync(join(cache, 'pawl', 'compiled'))).not.toEqual([]);

  const open = install(telling);
  mkdirSync(join(open.home, 'cache', 'pawl', 'compiled'), { recursive: true, mode: 0o700 });
  chmodSync(join(open.home, 'cache', 'pawl'), 0o777);
  const { status } = run(newNode, open, [], { XDG_CACHE_HOME: join(open.home, 'cache') });
  expect(readdirSync(join(open.home, 'cache', 'pawl', 'compiled'))).toEqual([]);
  expect(status).toBe(0);
});

test.each([{ home: '' }, { home: '.' }, { home: 'in/it' }])(
  'compiled code is neither kept in nor taken from the folder where the command works, where HOME is "$home"',
  ({ home }) => {
    const installation = install(null);
    mkdirSync(join(installation.folder, 'dist', 'cli'), { recursive: true });
    writeFileSync(join(installation.folder, 'dist', 'cli', 'main.cjs'), saying('well'));
    const workspace = scratchFolder();
    mkdirSync(join(workspace, 'in', 'it'), { recursive: true });
    expect(run(newNode, installation, [], { HOME: home }, workspace)).toMatchObject({ stdout: 'well\n', stderr: '', status: 0 });
    expect(readdirSync(workspace, { recursive: true })).toEqual(['in', join('in', 'it')]);
  },
);

const asRoot = test.skipIf(process.getuid?.() !== 0);

asRoot.each([{ made: [] }, { made: ['.cache'] }, { made: ['.cache', join('.cache', 'pawl')] }])(
  'in the home of another user, as with sudo, no folder is made: $made was there',
  ({ made }) => {
    const other = install(telling);
    for (const path of made) mkdirSync(join(other.home, path), { mode: 0o700 });
    for (const path of ['', ...made]) chownSync(join(other.home, path), 65534, 65534);
    expect(run(newNode, other, []).status).toBe(0);
    expect(readdirSync(other.home, { recursive: true })).toEqual(made);
  },
);

test('without a home it runs all the same', () => {
  const { status } = run(newNode, install(telling), [], { HOME: '/dev/null/home' });
  expect(status).toBe(0);
});

test('the committed file can be executed', () => {
  const bin = new URL('../../bin/pawl.js', import.meta.url);
  expect(statSync(bin).mode & 0o111).toBe(0o111);
  expect(readFileSync(bin, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
});
