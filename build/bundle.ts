import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';

/** Packages that leave their file out -> one of the same repository, by the same authors under the same licence, that has it. */
const licenceOf: Readonly<Record<string, string>> = { '@ai-sdk/provider-utils': '@ai-sdk/provider' };

/** Imports of Node's own modules without what an ES module makes of them: 5 of the 47 ms of processor time that a start takes. */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  renderChunk: (code) =>
    code.replace(
      /^import \{ (.*) \} from ("node:[a-z0-9/]+");$/gm,
      (_, names: string, module: string) => `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule(${module});`,
    ),
};

/** How often a module of the user's own is loaded. */
let imports = 0;

/** `src/app/act/import-file.ts`: in code that `bin/chunks.js` compiles `import()` has nobody who loads anything. */
const filesByChunks: Plugin = {
  name: 'files-by-chunks',
  renderChunk: (code) =>
    code.replace(/\bimport\(url\)/g, () => {
      imports += 1;
      return 'require.file(url)';
    }),
};

/**
 * The command line as a few files, packages included. Loading 120 modules of ours and 80 of `yaml` one by one took 108 ms of
 * processor time of every `pawl run`, compiled code cached; from the bundle 33, and 35 less of the whole where it is CommonJS:
 * an ES module that imports one of Node's own modules has every lazy part of that loaded, and its loader waits where
 * `require` does not. Minifying saves nothing more, nor does plain ASCII.
 */
await build({
  input: 'src/doors/cli/main.ts',
  platform: 'node',
  plugins: [filesByChunks, licences('third-party-licences.txt')],
  // Stable names: the cache of compiled code has one entry a file, however many builds there were.
  output: {
    dir: 'dist/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // What `bin/chunks.js` loads late has a chunk of its own.
    codeSplitting: { groups: [{ name: 're2js', test: /node_modules[\\/]re2js/ }] },
  },
});

if (imports !== 1) throw new Error(`the bundle loads files of the user's own in ${imports} places: bin/chunks.js has to do it in one`);

/**
 * What runs in the sandbox is one file, as that is all that the sandbox shows of the disk. An ES module: it waits for its imports, and
 * in CommonJS `import()` of a package would become `require`.
 */
await build({
  input: 'src/adapters/sandbox/process/child/main.ts',
  platform: 'node',
  plugins: [licences('sandbox-child-licences.txt'), requiredBuiltins],
  output: { file: 'dist/cli/sandbox-child.mjs', format: 'es' },
});

/** What replays programs in a session: the text of a cell, which leaves `replays` there. */
await build({
  input: 'src/adapters/replay/sealed/child/main.ts',
  platform: 'neutral',
  plugins: [licences('replay-engine-licences.txt')],
  output: { file: 'dist/cli/replay-engine.js', format: 'iife', name: 'replays' },
});

/** The licences of all packages that the bundle holds code of, in one file beside it. */
function licences(fileName: string): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
      const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter((folder) => folder !== undefined);
      const texts = [...new Set(folders)].sort().map((folder) => `${folder.replace(/^.*\/node_modules\//, '')}\n\n${licenceIn(folder)}`);
      this.emitFile({ type: 'asset', fileName, source: texts.join('\n\n---\n\n') });
    },
  };
}

function licenceIn(folder: string): string {
  const other = Object.entries(licenceOf).find(([name]) => folder.endsWith(`/node_modules/${name}`));
  if (other !== undefined) return licenceIn(`${folder.slice(0, -other[0].length)}${other[1]}`);
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) : undefined;
  if (file === undefined) throw new Error(`${folder} has no licence file, so its code cannot be bundled`);
  return readFileSync(join(folder, file), 'utf8').trim();
}
