import type { Place } from '../place/place.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { conversionsIn } from '../prepare/settings.ts';
import type { Git } from '../program/git.ts';

/** One setting, in bytes (latin1). The value is null of one that git lists without: it is switched on. */
type Setting = readonly [key: string, value: string | null];

/**
 * What a tree does without: the user's remotes and all that leads to one, what is about the repository as it lies on the disk,
 * and programs that git would start for itself (hooks, a file monitor). Includes have been followed already.
 */
const left =
  /^(remote|branch|include|includeif|submodule|extensions|gc|maintenance|url|http|https|credential|index|receive|uploadpack|fetch|transfer|pack|repack|protocol|remotes|uploadarchive|lfs\.https?|core\.(worktree|bare|repositoryformatversion|fsmonitor.*|hookspath|splitindex|untrackedcache|sshcommand|gitproxy|alternaterefs.*|multipackindex|commitgraph|logallrefupdates|sharedrepository))(\.|$)/;

/**
 * The text of a tree's configuration: the user's own of this repository as far as it says how to work (identity, filters, line ends,
 * sparse checkout, diff and merge tools), filters as they were when the run began.
 */
export async function treeConfiguration(git: Git, user: Place, prepared: Prepared): Promise<Buffer> {
  const settings = (await localSettings(git, user)).filter(([key]) => !left.test(key)).filter((setting) => isAsPrepared(setting, prepared));
  const format =
    user.objectFormat === 'sha256'
      ? '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n'
      : '[core]\n\trepositoryformatversion = 0\n';
  const own = '[core]\n\tbare = false\n\tlogAllRefUpdates = true\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n';
  return Buffer.from(`${format}${own}${settings.map(written).join('')}`, 'latin1');
}

async function localSettings(git: Git, user: Place): Promise<Setting[]> {
  const parts = (await git.user(user, ['config', '--list', '--show-scope', '-z'])).stdout.toString('latin1').split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    if (parts[at] !== 'local' && parts[at] !== 'worktree') continue;
    const [key, ...value] = (parts[at + 1] as string).split('\n') as [string, ...string[]];
    settings.push([key, value.length === 0 ? null : value.join('\n')]);
  }
  return settings;
}

function isAsPrepared([key, value]: Setting, { conversions }: Prepared): boolean {
  const [text] = [value === null ? key : `${key}\n${value}`].map((bytes) => Buffer.from(bytes, 'latin1').toString('utf8')) as [string];
  return conversionsIn([text]).length === 0 || conversions.includes(text);
}

function written([key, value]: Setting): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const section = first === last ? key.slice(0, first) : `${key.slice(0, first)} "${key.slice(first + 1, last).replace(/[\\"]/g, '\\$&')}"`;
  const name = key.slice(last + 1);
  if (value === null) return `[${section}]\n\t${name}\n`;
  return `[${section}]\n\t${name} = "${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\b', '\\b')}"\n`;
}
