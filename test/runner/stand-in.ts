import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programs } from '../../src/adapters/process/programs.ts';
import type { Programs } from '../../src/ports/programs.ts';
import type { Call, Runner } from '../../src/ports/runner.ts';
import { answerOf, callIn, plainEnv } from './call.ts';

/** What a stand-in program does, step by step; see play.mjs. */
export type Play = readonly Readonly<Record<string, unknown>>[];

/** Events as the program prints them, one a line. */
export const lines = (...events: readonly unknown[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');

interface Place {
  readonly programs: Programs;
  readonly path: string;
}

interface More<Options> {
  readonly call?: Partial<Call>;
  readonly options?: Partial<Options>;
}

/** The stand-in for a program: calls that runner on it. */
export class StandIn<Options extends Place> {
  readonly path: string;
  readonly #runner: (options: Options) => Runner;

  constructor(name: string, runner: (options: Options) => Runner) {
    this.path = fileURLToPath(new URL(`./${name}-stand-in.mjs`, import.meta.url));
    this.#runner = runner;
  }

  /** Calls the runner on a program that plays these steps. */
  async played(folder: string, play: Play, more: More<Options> = {}) {
    const file = join(folder, 'play.json');
    writeFileSync(file, JSON.stringify(play));
    const call = callIn(folder, { env: { ...plainEnv, STAND_IN: file }, ...more.call });
    const answer = await answerOf(this.#at(this.path, more), call);
    return {
      ...answer,
      called: () => JSON.parse(readFileSync(`${file}.called`, 'utf8')) as { args: string[]; stdin: string; cwd: string },
    };
  }

  /** Calls it on a program that prints this and never ends: shell text, as it has to be faster than a short time limit. */
  async hanging(folder: string, out: string, more: More<Options> = {}) {
    writeFileSync(join(folder, 'out'), out);
    const path = join(folder, 'program');
    writeFileSync(path, '#!/bin/sh\ncat out\nexec sleep 600\n', { mode: 0o755 });
    return answerOf(this.#at(path, more), callIn(folder, more.call));
  }

  /** A runner whose program plays these steps at every call, whatever its environment. */
  playing(folder: string, play: Play): Runner {
    const [file, path] = [join(folder, 'play.json'), join(folder, 'program')];
    writeFileSync(file, JSON.stringify(play));
    writeFileSync(path, `#!/bin/sh\nSTAND_IN='${file}' exec '${process.execPath}' '${this.path}' "$@"\n`, { mode: 0o755 });
    return this.#at(path, {});
  }

  #at(path: string, { options }: More<Options>): Runner {
    return this.#runner({ programs: programs(), path, ...options } as Options);
  }
}
