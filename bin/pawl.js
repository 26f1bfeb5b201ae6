#!/usr/bin/env node
// Plain JavaScript that Node 20 reads, because it is what an old Node is given to run: nothing newer may stand here.
// CommonJS, by package.json beside it: an ES module that imports one of Node's own has every lazy part of that loaded.
const { existsSync, mkdirSync, readFileSync, statSync } = require('node:fs');
const { homedir } = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');

const oldestMajor = 24;
const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Tells the pinned Node that it was started by this file; holds the pid of the one that did. */
const launcherVariable = 'PAWL_LAUNCHER';

const packageFolder = dirname(__dirname);
const entry = join(packageFolder, 'dist', 'cli', 'main.cjs');
const launched = process.env[launcherVariable] === String(process.ppid);
delete process.env[launcherVariable];

if (!existsSync(entry)) {
  stop(`pawl is not built: ${entry} is missing; run \`npm ci\` in ${packageFolder} and try again.`);
} else if (majorOf(process.versions.node) >= oldestMajor) {
  if (launched) matchSignalsOfLauncher();
  void start();
} else {
  const newer = launched ? null : pinnedNode();
  if (newer) launch(newer);
  else
    stop(
      `pawl needs Node ${oldestMajor} or newer, and this is Node ${process.versions.node} (${process.execPath}); install a newer one, or put it first on PATH.`,
    );
}

async function start() {
  const { Chunks } = require('./chunks.js');
  const chunks = new Chunks(dirname(entry), cacheFile());
  const { main } = chunks.load('main.cjs');
  // Until it is known: where nothing is left to wait for before that, it has not gone well.
  process.exitCode = 1;
  // Never process.exit: it would cut off what is still on its way into a pipe.
  process.exitCode = await main(process.argv.slice(2));
  try {
    // After what went well only: a command that was refused has called little of what the next one will.
    if (process.exitCode === 0) chunks.keep();
  } catch {
    // A full disk, a read-only one: the next start is no quicker.
  }
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
    const manifest = require.resolve('node/package.json');
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
  const { spawn } = require('node:child_process');
  const child = spawn(program, [__filename, ...process.argv.slice(2)], {
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
 * Where compiled code is kept between runs, one file for each command; null for nowhere. Not in the system's temporary folder: what lies
 * there is run, so it must be a folder that only this user can write, below one that is this user's. Nor where the command works, which
 * is where `HOME=` and `HOME=.` lead: a repository could bring such a folder.
 */
function cacheFile() {
  if (process.platform === 'win32' || process.env.NODE_DISABLE_COMPILE_CACHE) return null;
  try {
    const given = process.env.XDG_CACHE_HOME;
    const base = given && isAbsolute(given) ? given : join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
    if (!isAbsolute(base)) return null;
    // A home that is not there (a container's user, HOME set to nothing real) is not ours to make.
    if (!existsSync(base) && !isOnlyMine(dirname(base))) return null;
    const folder = join(base, 'pawl', 'compiled');
    // Each before the next is made: under `sudo` with HOME kept, folders of root's would shut the user out of their own cache.
    for (const path of [base, dirname(folder), folder]) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      if (!isOnlyMine(path)) return null;
    }
    const command = /^[a-z]{1,20}$/.test(process.argv[2]) ? process.argv[2] : '-';
    const place = packageFolder.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
    return join(folder, `${process.version}-${process.arch}-${command}${place}`);
  } catch {
    // No home, a full disk, a read-only one: it is only for speed.
    return null;
  }
}

/** Whether this user owns what is at `path` and nobody else can write it. Throws where nothing is. */
function isOnlyMine(path) {
  const { uid, mode } = statSync(path);
  return uid === process.getuid() && (mode & 0o022) === 0;
}
