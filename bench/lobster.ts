import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const name = '@clawdbot/lobster';
export const lobsterVersion = '2026.9.13';

/**
 * The entry of the workflow engine that Pawl is measured beside, installed by npm into a folder of its own in the user's
 * cache the first time; or why there is none.
 */
export function installedLobster(): { readonly entry: string } | { readonly missing: string } {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pawl-bench', `lobster-${lobsterVersion}`);
  const entry = join(folder, 'node_modules', name, 'bin', 'lobster.js');
  if (existsSync(entry)) return { entry };
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
    const npm = spawnSync('npm', ['install', ...options, `${name}@${lobsterVersion}`], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
    if (npm.error) return { missing: `npm could not be run: ${npm.error.message}` };
    return existsSync(entry) ? { entry } : { missing: `npm could not install it: ${npm.stderr.trim().split('\n').at(-1) ?? ''}` };
  } catch (error) {
    return { missing: (error as Error).message };
  }
}
