import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelScript, ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import { act } from '../../src/app/act/act.ts';
import type { ActOptions } from '../../src/app/act/act-options.ts';
import type { StoredEvent } from '../../src/core/events/envelope.ts';
import type { RunEvent } from '../../src/core/events/run-event.ts';
import type { Json } from '../../src/core/model/json.ts';
import type { Handle } from '../../src/ports/handle.ts';
import { cleanEnv, repository } from '../cli/pawl.ts';

/** A turn that runs this code. */
export const code = (text: string, more: Readonly<Record<string, Json>> = {}): ScriptedTurn => ({
  calls: [{ name: 'execute_code', arguments: { code: text, ...more } }],
});

/** A turn that calls this tool. */
export const calls = (name: string, given: Json): ScriptedTurn => ({ calls: [{ name, arguments: given }] });

export const says = (text: string): ScriptedTurn => ({ text });

export interface Acting {
  readonly handle: Handle<Json>;
  readonly repo: string;
  readonly events: StoredEvent[];
  /** All events of a type so far. */
  of<T extends RunEvent['type']>(type: T): Extract<RunEvent, { type: T }>[];
}

/** Begins an act with a scripted model in a repository of its own. */
export function acting(script: ModelScript, options: Partial<ActOptions> = {}, repo: string = repository()): Acting {
  const events: StoredEvent[] = [];
  const handle = act('do it', {
    cwd: repo,
    env: cleanEnv(join(repo, '..')),
    script,
    ...options,
    onEvent(stored) {
      events.push(stored);
      options.onEvent?.(stored);
    },
  });
  return {
    handle,
    repo,
    events,
    of: <T extends RunEvent['type']>(type: T) =>
      events.flatMap(({ event }) => (event.type === type ? [event as Extract<RunEvent, { type: T }>] : [])),
  };
}

/** What the model was shown of its calls, in order. */
export const outputs = ({ of }: Acting): string[] => of('tool.ended').map(({ output }) => ('text' in output ? output.text : 'a blob'));

/** A script as a file, for the command line. */
export function scriptFile(folder: string, turns: readonly ScriptedTurn[]): string {
  const path = join(folder, 'turns.json');
  writeFileSync(
    path,
    JSON.stringify(turns.map(({ fail, ...turn }) => (fail === undefined ? turn : { error: fail.message, kind: fail.kind }))),
  );
  return path;
}
