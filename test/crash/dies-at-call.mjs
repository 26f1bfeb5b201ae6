// Preloaded into Pawl with `node --import`: counts what the process does to the world (files, journal, programs) and kills it with
// SIGKILL at the call of a given number. So a death between any two such calls can be had again, and the product holds no hook.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import sqlite from 'node:sqlite';

// At the call of this number, of all or of those only whose words begin so: "while sh" are the commands, gates and agents.
const { DIES_AT, DIES_AMONG = '', DIES_WITH_CHILDREN, DIES_NOTE } = process.env;
const write = fs.appendFileSync;
const children = new Set();
let calls = 0;
let shells = 0;

/** One call that changes something is about to be made, or a program has just been started or has just ended. */
function pass(what) {
  if (what.startsWith('while sh')) shells += 1;
  if (!what.startsWith(DIES_AMONG)) return;
  calls += 1;
  if (calls !== Number(DIES_AT)) return;
  write(DIES_NOTE, `killed at call ${calls}: ${what}\n`);
  // As when the machine stops: what it had started, git among it, is cut off as well.
  if (DIES_WITH_CHILDREN === 'yes') for (const pid of children) kill(-pid);
  kill(process.pid);
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Counts calls of these names before they are made. */
function count(module, names, prefix) {
  for (const name of names) {
    const original = module[name];
    module[name] = function (...args) {
      const [first] = args;
      pass(`${prefix}${name} ${typeof first === 'string' ? first : ''}`);
      return original.apply(this, args);
    };
  }
}

if (process.argv[1]?.endsWith('pawl.js')) {
  const names = ['writeFile', 'rename', 'rm', 'unlink', 'rmdir', 'mkdir', 'appendFile', 'symlink', 'link', 'chmod', 'utimes', 'copyFile'];
  count(
    fs,
    [...names, 'ftruncate', 'writev'].map((name) => `${name}Sync`).filter((name) => name in fs),
    '',
  );
  count(fs.promises, names, 'promises.');
  count(sqlite.DatabaseSync.prototype, ['exec'], 'sqlite ');
  const spawn = childProcess.spawn;
  childProcess.spawn = (program, args, options) => {
    const what = `${program} ${(args ?? []).filter((arg) => arg !== '-c' && !/^[a-zA-Z]+\.[a-zA-Z]+=/.test(arg))[0] ?? ''}`;
    pass(`before ${what}`);
    const child = spawn(program, args, options);
    children.add(child.pid);
    pass(`while ${what}`);
    child.prependListener('exit', () => {
      pass(`after ${what}`);
      children.delete(child.pid);
    });
    return child;
  };
  syncBuiltinESMExports();
  if (DIES_AT === 'never') process.on('exit', () => write(DIES_NOTE, `${calls} ${shells}\n`));
}
