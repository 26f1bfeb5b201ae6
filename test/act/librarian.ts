import { join } from 'node:path';
import type { ScriptedTurn } from '../../src/adapters/model/scripted/model-script.ts';
import { openLibrary } from '../../src/adapters/store/sqlite/library.ts';
import type { LibraryState } from '../../src/core/library/entries/library-state.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { Acting } from './acting.ts';
import { calls, says } from './acting.ts';

/** A function that a scripted librarian stores. */
export const countLetters = functionNamed('count_letters');

export function functionNamed(name: string): string {
  return `/** Counts the letters of a file, for ${name}. Input: file, a path. Gives the number. Fails where there is no such file. */
export default async function ${name}({ file }: { file: string }, ctx): Promise<number> {
  return (await ctx.fs.read(file)).trim().length + ${name.length};
}`;
}

/** A scripted librarian that stores this, and what it was sent. */
export function keeps(...turns: readonly ScriptedTurn[]) {
  const requests: ModelRequest[] = [];
  const script = (request: ModelRequest, number: number): ScriptedTurn | undefined => {
    requests.push(request);
    return turns[number];
  };
  return { script, requests };
}

export const keepsFunction = (source = countLetters) => keeps(calls('add_function', { source }), says('Kept one function.'));

/** Waits for all that comes behind an act. */
export async function reviewed({ handle }: Acting): Promise<void> {
  await handle.result().catch(() => {});
  for await (const _ of handle.events);
}

/** The library of a project, as it is on disk. */
export async function libraryIn(repo: string): Promise<LibraryState> {
  const library = await openLibrary(join(repo, '.pawl'));
  if (!library.ok) throw new Error(library.failure.message);
  const now = await library.value.read();
  await library.value.close();
  if (!now.ok) throw new Error(now.failure.message);
  return now.value.state;
}

export const functionsIn = async (repo: string): Promise<string[]> => [...(await libraryIn(repo)).byName.keys()].toSorted();
