import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';
import { removeOwnPipes } from '../repository/git-folder-pipes.ts';
import { allOf } from '../trouble.ts';
import { conversionsIn, excludesFileIn, type Identity, identityIn, readSettings } from './settings.ts';

/** What held when a run began, and goes on to hold whatever its steps configure. */
export interface Prepared {
  readonly run: string;
  /** The user's own file of ignore rules for all repositories. */
  readonly excludesFile: string;
  /** Every setting that decides how a file's bytes become a blob, as "key\nvalue", in git's order. */
  readonly conversions: readonly string[];
  readonly identity: Identity;
}

/** What this run was prepared with; where nothing is recorded of it (the first time, or somebody emptied .pawl), what holds now. */
export async function preparedFor(git: Git, place: Place, run: string): Promise<Prepared> {
  const recorded = await readPrepared(place);
  return recorded?.run === run ? recorded : readConfiguration(git, place, run);
}

/** The preparation of whatever run was here last; null without one. */
export async function readPrepared(place: Place): Promise<Prepared | null> {
  removeOwnPipes(place.shadowDir);
  try {
    return JSON.parse(await readFile(fileOf(place), 'utf8')) as Prepared;
  } catch {
    return null;
  }
}

export async function writePrepared(place: Place, prepared: Prepared): Promise<void> {
  await writeFile(`${fileOf(place)}.new`, JSON.stringify(prepared));
  await rename(`${fileOf(place)}.new`, fileOf(place));
}

/** What holds now. `seen` is the configuration where it has just been read. */
export async function readConfiguration(git: Git, place: Place, run: string, seen: readonly string[] | null = null): Promise<Prepared> {
  const settings = seen ?? (await readSettings(git, place));
  const [excludesFile, identity] = await allOf([excludesFileIn(git, place, settings), identityIn(git, place, settings)]);
  return { run, excludesFile, conversions: conversionsIn(settings), identity };
}

const fileOf = (place: Place): string => join(place.shadowDir, 'prepared.json');
