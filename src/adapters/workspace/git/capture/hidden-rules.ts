import { readFileSync } from 'node:fs';
import type { IndexEntry } from '../index/index-file.ts';
import { onDisk, statOf } from '../paths/byte-path.ts';
import type { HiddenRule } from './leftovers.ts';

/** Where ignore files may stand that hide themselves: in each folder, but for those that git shows. */
export function hiddenRulePaths(entries: readonly IndexEntry[], folders: readonly string[]): string[] {
  const shown = new Set(entries.filter((entry) => entry.path.endsWith('.gitignore')).map((entry) => entry.path));
  return folders
    .map((folder) => (folder === '' ? '.gitignore' : `${folder}/.gitignore`))
    .filter((path) => !shown.has(path))
    .sort();
}

/** The ignore files among the paths, with their bytes in base64; what is no file or cannot be read is left out. */
export function readRules(root: string, paths: readonly string[]): HiddenRule[] {
  const rules: HiddenRule[] = [];
  for (const path of paths) {
    if (!statOf(root, path)?.isFile()) continue;
    try {
      rules.push({ path, content: readFileSync(onDisk(root, path)).toString('base64') });
    } catch {
      // Git cannot read it either.
    }
  }
  return rules;
}
