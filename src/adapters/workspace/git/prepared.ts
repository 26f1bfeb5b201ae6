import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Git } from './git.ts';
import type { Place } from './place.ts';
import { allOf } from './trouble.ts';

/** What held when a run began, and goes on to hold whatever its steps configure. */
export interface Prepared {
  readonly run: string;
  /** The user's own file of ignore rules for all repositories. */
  readonly excludesFile: string;
  /** Every setting that decides how a file's bytes become a blob, as "key\nvalue", in git's order. */
  readonly conversions: readonly string[];
  readonly identity: Identity;
}

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Who signs the commits of a person for whom git has no name. */
const ownIdentity: Identity = { name: 'Pawl', email: 'pawl@localhost' };

const conversionKey =
  /^(filter\..*|core\.(autocrlf|eol|attributesfile|filemode|symlinks|ignorecase|checkroundtripencoding|bigfilethreshold))$/;

/** What this run was prepared with; where nothing is recorded of it (the first time, or somebody emptied .pawl), what holds now. */
export async function preparedFor(git: Git, place: Place, run: string): Promise<Prepared> {
  const recorded = await readPrepared(place);
  return recorded?.run === run ? recorded : readConfiguration(git, place, run);
}

/** The preparation of whatever run was here last; null without one. */
export async function readPrepared(place: Place): Promise<Prepared | null> {
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

/** Reads it from the configuration as it is now. */
export async function readConfiguration(git: Git, place: Place, run: string): Promise<Prepared> {
  const [conversions, excludes, identity] = await allOf([
    conversionsNow(git, place),
    git.user(place, ['config', '--type=path', '-z', '--get', 'core.excludesFile'], { answers: [1] }),
    identityNow(git, place),
  ]);
  const configured = excludes.stdout.toString('utf8').replace(/\0$/, '');
  const home = git.variable('XDG_CONFIG_HOME') || join(git.variable('HOME') || homedir(), '.config');
  return { run, excludesFile: configured || join(home, 'git', 'ignore'), conversions, identity };
}

/** The settings of `Prepared.conversions` as they are now. */
export async function conversionsNow(git: Git, place: Place): Promise<string[]> {
  const answer = await git.user(place, ['config', '--list', '-z']);
  const settings = answer.stdout.toString('utf8').split('\0');
  return settings.filter((setting) => conversionKey.test(setting.split('\n', 1)[0] ?? ''));
}

async function identityNow(git: Git, place: Place): Promise<Identity> {
  const answer = await git.user(place, ['var', 'GIT_COMMITTER_IDENT'], { answers: [128] });
  const match = /^(.+) <([^>]+)> \d+ [+-]\d{4}\s*$/.exec(answer.stdout.toString('utf8'));
  return answer.code === 0 && match ? { name: match[1] as string, email: match[2] as string } : ownIdentity;
}

const fileOf = (place: Place): string => join(place.shadowDir, 'prepared.json');
