import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The Node that runs the tests: the pinned one. */
export const newNode = process.execPath;
/** A Node older than 24 from PATH, or null on a machine that has none. */
export const oldNode = findOldNode();

function findOldNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const program = join(folder, 'node');
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const major = Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]);
    if (major >= 20 && major < 24) return program;
  }
  return null;
}

export interface Installation {
  /** Where a user's own `node_modules/pawl` would be. */
  readonly folder: string;
  readonly bin: string;
  /** A home of its own, so that no test writes to the user's. */
  readonly home: string;
}

/**
 * `bin/pawl.js` as it is, over a `main` that the test writes. `pinned` is where the package `node` stands: beside the
 * package's own dependencies, hoisted above it, or nowhere.
 */
export function install(
  main: string | null,
  pinned: 'own' | 'hoisted' | 'none' = 'own',
  node = join(project, 'node_modules', 'node'),
): Installation {
  const root = scratchFolder();
  const folder = join(root, 'node_modules', 'pawl');
  const bin = join(folder, 'bin', 'pawl.js');
  const home = join(root, 'home');
  for (const made of [dirname(bin), join(folder, 'node_modules'), home]) mkdirSync(made, { recursive: true, mode: 0o700 });
  cpSync(join(project, 'bin'), dirname(bin), { recursive: true });
  copyFileSync(join(project, 'package.json'), join(folder, 'package.json'));
  if (pinned !== 'none') symlinkSync(node, join(pinned === 'own' ? folder : root, 'node_modules', 'node'));
  if (main !== null) {
    const built = join(folder, 'dist', 'cli');
    mkdirSync(built, { recursive: true });
    writeFileSync(join(built, 'main.mjs'), main);
    writeFileSync(join(built, 'main.cjs'), "module.exports = require('./main.mjs');\n");
  }
  return { folder, bin, home };
}

/** A package `node` of the given version whose program would tell, if it ran. */
export function foreignNodePackage(version: string): string {
  const folder = join(scratchFolder(), 'node');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'node', version }));
  writeFileSync(join(folder, 'bin', 'node'), '#!/bin/sh\necho the foreign node ran\n', { mode: 0o755 });
  return folder;
}

const environment = (home: string, more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  HOME: home,
  ...more,
});

/** Runs it to its end, where the tests run or in the folder `cwd`. */
export function run(node: string, { bin, home }: Installation, argv: string[], env: Record<string, string> = {}, cwd = process.cwd()) {
  return spawnSync(node, [bin, ...argv], { cwd, encoding: 'utf8', env: environment(home, env), maxBuffer: 1 << 26, input: 'from stdin' });
}

export interface Running {
  readonly process: ChildProcess;
  /** Resolves with the first line of stdout that starts so, now or later. */
  line(start: string): Promise<string>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string }>;
}

/** Starts it as the leader of a process group of its own, as a shell does. */
export function start(node: string, { bin, home }: Installation): Running {
  const child = spawn(node, [bin], { stdio: ['ignore', 'pipe', 'inherit'], detached: true, env: environment(home) });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // Gone already, as it should be.
    }
  });
  let stdout = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of waiting) look();
  });
  return {
    process: child,
    line: (begin) =>
      new Promise((resolve) => {
        const look = () => {
          const found = stdout
            .split('\n')
            .slice(0, -1)
            .find((each) => each.startsWith(begin));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stdout }))),
  };
}
