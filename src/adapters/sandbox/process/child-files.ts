import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the child runs, and what it has to be able to read for that. */
export interface ChildFiles {
  readonly entry: string;
  /** Where it is seen, and where it really lies: a folder of packages may be a link. */
  readonly readable: readonly { readonly path: string; readonly real: string }[];
}

/**
 * The bundle, which is beside this code in the command line's bundle and in its folder of the built package; else the modules as they
 * were compiled, or as they were written, with the package they need.
 */
export function childFiles(): ChildFiles {
  const here = dirname(fileURLToPath(import.meta.url));
  const bundle = [here, join(here, '..', '..', '..', 'cli')].map((folder) => join(folder, 'sandbox-child.mjs')).find(existsSync);
  if (bundle !== undefined) return { entry: bundle, readable: [readable(bundle)] };
  const folder = join(here, 'child');
  const entry = ['main.js', 'main.ts'].map((name) => join(folder, name)).find(existsSync);
  if (entry === undefined) throw new Error(`${folder} has no main.js: pawl is not built`);
  const acorn = above(here, join('node_modules', 'acorn'));
  // Says that these files are ES modules.
  const manifest = above(here, 'package.json');
  const source = join(here, '..', '..', '..', 'source');
  return {
    entry,
    readable: [folder, source, join(here, 'frames.js'), join(here, 'frames.ts'), manifest, acorn].filter(existsSync).map(readable),
  };
}

const readable = (path: string) => ({ path, real: realpathSync(path) });

function above(folder: string, name: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    if (existsSync(path)) return path;
    if (dirname(at) === at) throw new Error(`no ${name} above ${folder}: run \`npm ci\``);
  }
}
