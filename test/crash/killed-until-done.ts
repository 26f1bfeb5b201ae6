import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, type Ended, endOf } from '../cli/pawl.ts';
import { locksIn } from './end-state.ts';
import { recordedIn } from './recorded.ts';
import type { Stage } from './stage.ts';

/** One death: at a call of this number, or so long after the start; with all that it had started, or alone. */
export type Death = { readonly atCall: number; readonly among: string; readonly withChildren: boolean } | { readonly afterMs: number };

export interface Killed {
  readonly kills: number;
  /** What it was about to do, where that is known. */
  readonly deaths: readonly string[];
  /** Locks of git's that a death left for the user to find. */
  readonly locksLeft: readonly string[];
}

const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'dies-at-call.mjs')).href}`;

/** Runs the scene, killing the process as planned and taking the run up again each time, until it has ended; throws where it does not. */
export async function killedUntilDone(stage: Stage, deaths: readonly Death[]): Promise<Killed> {
  const told: string[] = [];
  const locksLeft: string[] = [];
  const waiting = [...deaths];
  let last = '';
  for (let started = 0; ; started++) {
    const { next } = recordedIn(stage.repo);
    if (next === 'nothing') return { kills: told.length, deaths: told, locksLeft };
    if (started > deaths.length + 4) throw new Error(`still not over (${next}) after:\n${told.join('\n')}\n${last}`);
    const argv = next === 'run' ? stage.run : argvOf(next);
    const ended = await dying(stage, argv, waiting[0] ?? null);
    last = `pawl ${argv[0]} ended with ${ended.code}\n${ended.stderr}`;
    if (ended.death !== null) {
      waiting.shift();
      told.push(`${argv[0]}: ${ended.death}`);
      locksLeft.push(...locksIn(stage.repo).map((lock) => `${lock} (${ended.death})`));
    } else if (lockTold(ended) !== null) {
      // The git of a step's own command was cut off, and its lock may be anyone's: a person does what the refusal says.
      rmSync(lockTold(ended) as string);
      locksLeft.push(`index.lock (${told.at(-1)})`);
    } else if (recordedIn(stage.repo).next === next && next !== 'approve') {
      throw new Error(`pawl ${argv[0]} ended with ${ended.code} after:\n${told.join('\n')}\n${ended.stderr}`);
    }
  }
}

/** The lock that a refusal tells a person to remove; null where it tells of none. */
const lockTold = ({ code, stdout, stderr }: Ended): string | null =>
  code === 0 ? null : (/"code":"run\/workspace-obstacle","message":"(\S+\/index\.lock) is there/.exec(stdout + stderr)?.[1] ?? null);

/** At how many calls something can be killed, and how many of these start a shell. */
export interface Calls {
  readonly all: number;
  readonly shells: number;
}

/** Plays a scene to its end, undisturbed, and counts; where it takes several processes, the calls of the longest. */
export async function callsOf(stage: Stage): Promise<Calls> {
  let most: Calls = { all: 0, shells: 0 };
  for (;;) {
    const { next } = recordedIn(stage.repo);
    if (next === 'nothing') return most;
    const { calls } = await dying(stage, next === 'run' ? stage.run : argvOf(next), null);
    most = { all: Math.max(most.all, calls.all), shells: Math.max(most.shells, calls.shells) };
  }
}

/** Where an agent moved branches before it died, nobody can tell that from a person's doing: only `--anyway` puts it back. */
const argvOf = (next: string): string[] => [next, 'last', '--json', ...(next === 'resume' ? ['--anyway'] : [])];

interface Died extends Ended {
  readonly death: string | null;
  readonly calls: Calls;
}

async function dying(stage: Stage, argv: readonly string[], death: Death | null): Promise<Died> {
  const note = join(stage.folder, 'note');
  rmSync(note, { force: true });
  const atCall = death === null ? 'never' : 'atCall' in death ? String(death.atCall) : '';
  const withChildren = death !== null && 'atCall' in death && death.withChildren ? 'yes' : 'no';
  const env = {
    ...stage.env,
    NODE_OPTIONS: preload,
    DIES_AT: atCall,
    DIES_AMONG: death !== null && 'among' in death ? death.among : '',
    DIES_WITH_CHILDREN: withChildren,
    DIES_NOTE: note,
  };
  const child = spawn(process.execPath, [bin, ...argv], { cwd: stage.repo, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = death !== null && 'afterMs' in death ? setTimeout(() => child.kill('SIGKILL'), death.afterMs) : undefined;
  // Not until its output is closed: what it has started may still hold that.
  const ended = await Promise.race([
    endOf(child),
    new Promise<Ended>((resolve) =>
      child.once('exit', (code) => {
        if (code === null) resolve({ code, stdout: '', stderr: '' });
      }),
    ),
  ]);
  clearTimeout(timer);
  const noted = readNote(note);
  if (ended.code !== null)
    return { ...ended, death: null, calls: { all: Number(noted.split(' ')[0]) || 0, shells: Number(noted.split(' ')[1]) || 0 } };
  return {
    ...ended,
    death: noted === '' ? `killed after ${death !== null && 'afterMs' in death ? death.afterMs : '?'} ms` : noted,
    calls: { all: 0, shells: 0 },
  };
}

function readNote(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
