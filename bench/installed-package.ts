import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * A package that Pawl is measured beside, installed by npm into a folder of its own in the user's cache the first time: the path of one
 * of its files, or why it is not there.
 */
export function installedPackage(name: string, version: string, file: string): { readonly entry: string } | { readonly missing: string } {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'pawl-bench', `${name.split('/').at(-1)}-${version}`);
  const entry = join(folder, 'node_modules', name, file);
  if (existsSync(entry)) return { entry };
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = ['--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
    const npm = spawnSync('npm', ['install', ...options, `${name}@${version}`], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
    if (npm.error) return { missing: `npm could not be run: ${npm.error.message}` };
    return existsSync(entry) ? { entry } : { missing: `npm could not install it: ${npm.stderr.trim().split('\n').at(-1) ?? ''}` };
  } catch (error) {
    return { missing: (error as Error).message };
  }
}
