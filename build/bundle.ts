import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

/**
 * The command line as a few files, packages included. Loading 120 modules of ours and 80 of `yaml` one by one took 108 ms of
 * processor time of every `pawl run`, compiled code cached; from the bundle 33, and 35 less of the whole where it is CommonJS:
 * an ES module that imports one of Node's own modules has every lazy part of that loaded, and its loader waits where
 * `require` does not. Minifying saves nothing more, nor does plain ASCII.
 */
await build({
  input: 'src/doors/cli/main.ts',
  platform: 'node',
  plugins: [licences()],
  // Stable names: the cache of compiled code has one entry a file, however many builds there were.
  output: { dir: 'dist/cli', format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
});

/** The licences of all packages that the bundle holds code of, in one file beside it. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter((folder) => folder !== undefined);
      const texts = [...new Set(folders)].sort().map((folder) => `${folder.replace(/^.*\/node_modules\//, '')}\n\n${licenceIn(folder)}`);
      this.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source: texts.join('\n\n---\n\n') });
    },
  };
}

function licenceIn(folder: string): string {
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) : undefined;
  if (file === undefined) throw new Error(`${folder} has no licence file, so its code cannot be bundled`);
  return readFileSync(join(folder, file), 'utf8').trim();
}
