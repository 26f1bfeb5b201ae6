import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../place/place.ts';
import type { Git } from '../program/git.ts';

/*
 * The configuration as git lists it: "key\nvalue", or the key alone where it has no value, in git's order, so that the last one
 * counts. One listing answers what would else be three calls; where git reads more into a value than its text, git is asked.
 */

const conversionKey =
  /^(filter\..*|core\.(autocrlf|eol|attributesfile|filemode|symlinks|ignorecase|checkroundtripencoding|bigfilethreshold))$/;

/** Who signs the commits of a person for whom git has no name. */
const ownIdentity: Identity = { name: 'Pawl', email: 'pawl@localhost' };

/** The configuration of a repository as it is now. */
export const readSettings = async (git: Git, place: Place): Promise<string[]> =>
  listed((await git.user(place, ['config', '--list', '-z'])).stdout);

/** The same for the repository around a folder, before it is known which one that is; empty where git cannot read it. */
export async function discoverSettings(git: Git, cwd: string): Promise<string[]> {
  const answer = await git.discover(cwd, ['config', '--list', '-z'], [1, 3, 128]);
  return answer.code === 0 ? listed(answer.stdout) : [];
}

const listed = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((setting) => setting !== '');

/** Those that decide how a file's bytes become a blob. */
export const conversionsIn = (settings: readonly string[]): string[] => settings.filter((setting) => conversionKey.test(keyOf(setting)));

/** The user's own file of ignore rules for all repositories, whether it is there or not. */
export async function excludesFileIn(git: Git, place: Place, settings: readonly string[]): Promise<string> {
  const home = git.variable('XDG_CONFIG_HOME') || join(git.variable('HOME') || homedir(), '.config');
  const standard = join(home, 'git', 'ignore');
  if (!settings.some((setting) => keyOf(setting) === 'core.excludesfile')) return standard;
  // Git knows `~user/` and more.
  const answer = await git.user(place, ['config', '--type=path', '-z', '--get', 'core.excludesFile'], { answers: [1] });
  return answer.stdout.toString('utf8').replace(/\0$/, '') || standard;
}

/** Who commits here by git's own rules. */
export async function identityIn(git: Git, place: Place, settings: readonly string[]): Promise<Identity> {
  const plain = plainIdentity(git, settings);
  if (plain !== null) return plain;
  const answer = await git.user(place, ['var', 'GIT_COMMITTER_IDENT'], { answers: [128] });
  const match = /^(.+) <([^>]+)> \d+ [+-]\d{4}\s*$/.exec(answer.stdout.toString('utf8'));
  return answer.code === 0 && match ? { name: match[1] as string, email: match[2] as string } : ownIdentity;
}

/** The usual case, `user.name` and `user.email` of letters that git takes as they are and nothing that goes before them; else null. */
function plainIdentity(git: Git, settings: readonly string[]): Identity | null {
  if (git.variable('GIT_COMMITTER_NAME') !== '' || git.variable('GIT_COMMITTER_EMAIL') !== '') return null;
  if (settings.some((setting) => setting.startsWith('committer.') || setting.startsWith('i18n.'))) return null;
  const [name, email] = ['user.name', 'user.email'].map((key) =>
    settings.findLast((setting) => keyOf(setting) === key)?.slice(key.length + 1),
  );
  if (!name || !/^[\p{L}\p{N}](?:[\p{L}\p{N} _-]*[\p{L}\p{N}])?$/u.test(name)) return null;
  return email && /^[A-Za-z0-9](?:[\w.+@-]*[A-Za-z0-9])?$/.test(email) ? { name, email } : null;
}

/** Git gives keys in lower case, but for the part between the first and the last dot. */
export const keyOf = (setting: string): string => setting.split('\n', 1)[0] ?? '';

export interface Identity {
  readonly name: string;
  readonly email: string;
}
