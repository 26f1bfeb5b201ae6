#!/usr/bin/env node
// Plain JavaScript that Node 20 reads, because it is what an old Node is given to run: nothing newer may stand here.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestMajor = 24;
const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Tells the pinned Node that it was started by this file; holds the pid of the one that did. */
const launcherVariable = 'PAWL_LAUNCHER';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const entry = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));
const launched = process.env[launcherVariable] === String(process.ppid);
delete process.env[launcherVariable];

if (!existsSync(entry)) {
  stop(`pawl is not built: ${entry} is missing; run \`npm ci\` in ${packageFolder} and try again.`);
} else if (majorOf(process.versions.node) >= oldestMajor) {
  if (launched) matchSignalsOfLauncher();
  useCompileCache();
  const { main } = module.createRequire(import.meta.url)(entry);
  // Never process.exit: it would cut off what is still on its way into a pipe.
  process.exitCode = await main(process.argv.slice(2));
} else {
  const newer = launched ? null : pinnedNode();
  if (newer) launch(newer);
  else
    stop(
      `pawl needs Node ${oldestMajor} or newer, and this is Node ${process.versions.node} (${process.execPath}); install a newer one, or put it first on PATH.`,
    );
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

/**
 * The program of the npm package `node`, wherever npm has put it, or null. Its version is looked at: when hoisted it may be
 * one that another package asked for. With `--ignore-scripts` the package is there without its program.
 */
function pinnedNode() {
  try {
    const manifest = module.createRequire(import.meta.url).resolve('node/package.json');
    if (majorOf(JSON.parse(readFileSync(manifest, 'utf8')).version) < oldestMajor) return null;
    const program = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/**
 * Runs this file again on `program`, in the same process group and on the same terminal, and ends as it ends.
 *
 * A signal is not simply sent on: Ctrl-C reaches both processes, so the other would get two, and two mean "now, without
 * cleaning up". Instead it is told how many we have had and makes up for those that did not reach it. (A group of its
 * own would also do, but would take away the terminal: no password prompt of git or ssh, no resize, no Ctrl-Z.)
 */
function launch(program) {
  const child = spawn(program, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [launcherVariable]: String(process.pid) },
  });
  for (const signal of handedOn) {
    let count = 0;
    process.on(signal, () => {
      count += 1;
      if (child.connected) child.send({ signal, count }, () => {});
    });
  }
  child.on('error', (error) => stop(`pawl could not start the newer Node at ${program}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The other end of `launch`: raises here each signal that reached only the launcher. */
function matchSignalsOfLauncher() {
  const seen = { SIGINT: 0, SIGTERM: 0, SIGHUP: 0 };
  for (const signal of handedOn) {
    const count = () => {
      seen[signal] += 1;
      // Our listener switches the default off; where nobody else listens, the default is what was meant.
      if (process.listenerCount(signal) > 1) return;
      process.removeListener(signal, count);
      process.kill(process.pid, signal);
    };
    process.on(signal, count);
  }
  process.on('message', ({ signal, count }) => {
    // libuv reports signals after all else that is ready: one that came to both of us may be a moment behind the message.
    setTimeout(() => {
      if (seen[signal] < count) process.kill(process.pid, signal);
    }, 20);
  });
  // The launcher was killed, and it cannot have been gently: nothing may go on running that nobody sees.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/**
 * Compiled code is kept between runs. Not in the system's temporary folder, which is Node's default: what lies there is run, so
 * it must be a folder that only this user can write, below one that is this user's (not so under `sudo` with HOME kept).
 */
function useCompileCache() {
  if (process.platform === 'win32' || !module.enableCompileCache) return;
  try {
    const given = process.env.XDG_CACHE_HOME;
    const base = given && isAbsolute(given) ? given : join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
    // A home that is not there (a container's user, HOME set to nothing real) is not ours to make.
    if (!existsSync(dirname(base))) return;
    const folder = join(base, 'pawl', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const mine = [base, dirname(folder), folder].every((path) => {
      const { uid, mode } = statSync(path);
      return uid === process.getuid() && (mode & 0o022) === 0;
    });
    if (mine) module.enableCompileCache(folder);
  } catch {
    // No home, a full disk, a read-only one: it is only for speed.
  }
}
