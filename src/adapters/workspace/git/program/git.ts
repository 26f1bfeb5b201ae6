import type { Programs } from '../../../../ports/programs.ts';
import { objectFoldersOf } from '../place/object-folders.ts';
import type { Place } from '../place/place.ts';
import { ioTrouble, refusal, storageTrouble } from '../trouble.ts';
import { type Reading, releasing } from './pipe-release.ts';
import { isFull, storageLine } from './storage-words.ts';

/** How one call of git differs from the plain one. */
export interface GitCall {
  readonly stdin?: Buffer | string;
  /** Another index than the repository's own. */
  readonly indexFile?: string;
  /** Another folder of files than the user's. */
  readonly workTree?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes besides 0 that are an answer and no failure. */
  readonly answers?: readonly number[];
  readonly timeoutMs?: number;
  /** Git options before the verb. */
  readonly options?: readonly string[];
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const defaultTimeoutMs = 10 * 60_000;
const maxBytes = 1024 * 1024 * 1024;

/**
 * Inherited names that choose configuration or identity and are a person's wish. Every other GIT_* is dropped: Pawl may have
 * been started from a hook or an alias, whose GIT_DIR and GIT_INDEX_FILE would make it rewrite another repository's index.
 */
const keptNames =
  /^GIT_(CONFIG_(COUNT|KEY_\d+|VALUE_\d+|GLOBAL|SYSTEM|NOSYSTEM)|(AUTHOR|COMMITTER)_(NAME|EMAIL)|EXEC_PATH|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|TEST_ASSUME_DIFFERENT_OWNER)$/;

/** What no repository may make a call of ours run or do. */
const userOptions = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'advice.detachedHead=false',
].flatMap((option) => ['-c', option]);

/** The one place that starts git. Every call has a time limit, a fixed language and none of the inherited GIT_* variables. */
export class Git {
  readonly #programs: Programs;
  readonly #inherited: Readonly<Record<string, string>>;
  readonly #program: string;

  private constructor(programs: Programs, inherited: Readonly<Record<string, string>>, program: string) {
    this.#programs = programs;
    this.#inherited = inherited;
    this.#program = program;
  }

  static async find(programs: Programs, env: Readonly<Record<string, string | undefined>>): Promise<Git | null> {
    const program = await programs.find('git');
    if (program === null) return null;
    const inherited: Record<string, string> = {};
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined || (name.startsWith('GIT_') && !keptNames.test(name))) continue;
      inherited[name] = value;
    }
    Object.assign(inherited, {
      LC_ALL: 'C',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_PAGER: 'cat',
    });
    return new Git(programs, inherited, program);
  }

  /** A variable as git's own calls see it; '' when unset. */
  variable(name: string): string {
    return this.#inherited[name] ?? '';
  }

  /** Settings as environment for one call, after those a person passed this way; unlike `-c`, any key can be said so. */
  settings(pairs: readonly (readonly [string, string])[]): Record<string, string> {
    const first = Number(this.variable('GIT_CONFIG_COUNT')) || 0;
    const env: Record<string, string> = { GIT_CONFIG_COUNT: String(first + pairs.length) };
    for (const [at, [key, value]] of pairs.entries()) {
      env[`GIT_CONFIG_KEY_${first + at}`] = key;
      env[`GIT_CONFIG_VALUE_${first + at}`] = value;
    }
    return env;
  }

  /** Git as it finds a repository by itself from `cwd`, its ownership check included. */
  discover(cwd: string, args: readonly string[], answers: readonly number[]): Promise<GitAnswer> {
    return this.#call([...userOptions, ...args], cwd, this.#inherited, { answers }, { files: cwd, gitFolders: [] });
  }

  /** The user's repository, with the user's configuration, but for what would run programs behind our back. */
  user(place: Place, args: readonly string[], call: GitCall = {}): Promise<GitAnswer> {
    const env = {
      ...this.#inherited,
      GIT_DIR: place.gitDir,
      GIT_WORK_TREE: call.workTree ?? place.root,
      ...(call.indexFile ? { GIT_INDEX_FILE: call.indexFile } : {}),
      ...call.env,
    };
    return this.#call([...userOptions, ...(call.options ?? []), ...args], call.workTree ?? place.root, env, call, readingOf(place));
  }

  /** The shadow repository: no configuration but its own, raw bytes, the user's objects. */
  shadow(place: Place, args: readonly string[], call: GitCall = {}): Promise<GitAnswer> {
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(this.#inherited)) if (!/^GIT_(CONFIG|AUTHOR|COMMITTER)/.test(name)) env[name] = value;
    const [objects, ...others] = objectFoldersOf(place);
    Object.assign(env, {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_SYSTEM: '/dev/null',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_DIR: place.shadowDir,
      GIT_WORK_TREE: call.workTree ?? place.root,
      GIT_OBJECT_DIRECTORY: objects,
      // Quoted, as a path may hold the colon that separates them.
      ...(others.length === 0 ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: others.map((path) => JSON.stringify(path)).join(':') }),
      ...(call.indexFile ? { GIT_INDEX_FILE: call.indexFile } : {}),
      ...call.env,
    });
    return this.#call([...(call.options ?? []), ...args], call.workTree ?? place.root, env, call, readingOf(place));
  }

  async #call(
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
    call: GitCall,
    reading: Reading,
  ): Promise<GitAnswer> {
    const timeoutMs = call.timeoutMs ?? defaultTimeoutMs;
    const { end, stdout, stderr, droppedBytes } = await releasing(
      this.#programs.run({
        argv: [this.#program, ...args],
        cwd,
        env,
        timeoutMs,
        maxBytes,
        ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
      }),
      reading,
    );
    const verb = args.filter((arg, at) => arg !== '-c' && args[at - 1] !== '-c')[0] ?? '';
    const words = stderr.toString('utf8').trim();
    // Also of calls whose failure is an answer: `add --ignore-errors` leaves out what it could not write, and says it so.
    const unwritten = end.kind === 'exit' && end.code === 0 ? null : storageLine(words);
    if (unwritten !== null) throw storageTrouble(`git ${verb} could not write: ${unwritten}`);
    if (end.kind === 'exit' && (end.code === 0 || call.answers?.includes(end.code))) {
      if (droppedBytes > 0) throw ioTrouble(`git ${verb} printed more than ${maxBytes} bytes`);
      return { code: end.code, stdout, stderr: words };
    }
    if (end.kind === 'exit') throw gitTrouble(verb, end.code, words, [reading.files, ...reading.gitFolders].find(isFull) ?? null);
    if (end.kind === 'failed') throw ioTrouble(`git ${verb} could not be run: ${end.failure.message}`);
    throw ioTrouble(`git ${verb} was ended (${end.kind === 'signal' ? end.signal : end.kind})${words ? `: ${lastLine(words)}` : ''}`);
  }
}

const readingOf = (place: Place): Reading => ({ files: place.root, gitFolders: [place.gitDir, place.commonDir, place.shadowDir] });

function gitTrouble(verb: string, code: number, words: string, full: string | null): Error {
  const lock = /Unable to create '(.*\.lock)': File exists/.exec(words);
  if (lock)
    return refusal(`another git program holds ${lock[1]}`, 'Wait until it has ended; if none is running, remove that file and try again.');
  const message = `git ${verb} failed (exit code ${code}): ${lastLine(words) || 'it said nothing'}`;
  return full === null ? ioTrouble(message) : storageTrouble(`${message}; there is no room left in ${full}`);
}

/** The line in which git says what is wrong: the last "fatal:" or "error:", else the last. */
export function lastLine(words: string): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.findLast((line) => line.startsWith('fatal:')) ??
    lines.findLast((line) => line.startsWith('error:')) ??
    lines.at(-1) ??
    ''
  ).trim();
}
