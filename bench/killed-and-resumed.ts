import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A workflow engine as its users start it: arguments of Node. */
export interface Engine {
  /** Where it is started; null = in the folder of the round. */
  readonly cwd: string | null;
  /** What it reads, for these commands, one a step. */
  readonly files: (commands: readonly string[]) => Readonly<Record<string, string>>;
  readonly start: (folder: string) => readonly string[];
  readonly resume: (folder: string) => readonly string[];
}

/** What came of one death. */
export interface Death {
  /** From the start of the process that went on to the first command that it ran. */
  readonly firstCommandMs: number;
  readonly repeatedSteps: number;
  /** Processes that the killed run had started and that still ran when the run was over. */
  readonly orphans: number;
}

/** Kills the engine's process in the last of so many steps, lets so much time pass, has it go on and looks at what it did. */
export async function killedAndResumed(engine: Engine, folder: string, steps: number, waitMs: number): Promise<Death> {
  mkdirSync(folder, { recursive: true });
  // A number of seconds that nothing else on this machine sleeps.
  const seconds = `86${Math.floor(Math.random() * 1e6)}.${process.pid}`;
  const at = (name: string): string => join(folder, name);
  const commands = Array.from({ length: steps - 1 }, (_, step) => `echo ${step} >> '${at('ran')}'`);
  commands.push(`if [ -e '${at('asleep')}' ]; then date +%s%N > '${at('on')}'; else touch '${at('asleep')}'; sleep ${seconds} & wait; fi`);
  for (const [name, text] of Object.entries(engine.files(commands))) writeFileSync(at(name), text);
  const options = { cwd: engine.cwd ?? folder, stdio: 'ignore' } as const;

  const first = spawn(process.execPath, [...engine.start(folder)], options);
  while (!existsSync(at('asleep')) || sleeping(seconds) === 0) {
    if (first.exitCode !== null) throw new Error(`${engine.start(folder).join(' ')} ended with ${first.exitCode}`);
    await delay(20);
  }
  first.kill('SIGKILL');
  await once(first, 'exit');
  await delay(waitMs);

  const startedMs = Date.now();
  const second = spawn(process.execPath, [...engine.resume(folder)], options);
  const [code] = (await once(second, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${engine.resume(folder).join(' ')} ended with ${code}`);
  const ran = readFileSync(at('ran'), 'utf8').trim().split('\n');
  const orphans = sleeping(seconds, 'SIGKILL');
  return {
    firstCommandMs: Number(readFileSync(at('on'), 'utf8')) / 1e6 - startedMs,
    repeatedSteps: ran.length - new Set(ran).size,
    orphans,
  };
}

/** How many processes sleep so long; each is ended, where a signal is given. */
function sleeping(seconds: string, signal: NodeJS.Signals | 0 = 0): number {
  const found = readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${seconds}`);
    } catch {
      return false;
    }
  });
  for (const pid of found) process.kill(Number(pid), signal);
  return found.length;
}
