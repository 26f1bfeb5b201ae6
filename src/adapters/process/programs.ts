import type { Programs } from '../../ports/programs.ts';
import { PipePool } from './pipe-pool.ts';
import { runProgram, streamProgram } from './program.ts';
import { findProgram } from './program-path.ts';
import { endAllWith } from './run-token.ts';
import { runShell } from './shell.ts';

/** Other programs, as processes of this machine. `path` is what `find` searches: the PATH of this process unless given. */
export function programs(path: string = process.env.PATH ?? ''): Programs {
  const pool = new PipePool();
  return {
    expectShell: (scratch) => pool.prepare(scratch),
    shell: (request) => runShell(pool, request),
    run: runProgram,
    stream: streamProgram,
    find: (name) => findProgram(name, path),
    endAllWith,
  };
}
