// Loads the command line's chunks with the code that V8 has compiled for them before.
//
// Node's own cache of compiled code keeps what V8 compiles at the moment that a file is loaded, which is hardly more than its outermost
// level: the functions were compiled anew in every process, a seventh of the processor time of a `pawl run`. Here the code is kept at
// the end, with every function that was called.
const { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

const head = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const tail = Buffer.from('\n})');

/**
 * Loaded when something of it is first asked for. Patterns are compiled only where a workflow has some, and the code for them is the largest
 * chunk of all. `build/bundle.ts` keeps these apart.
 */
const late = new Set(['re2js.cjs']);

/** The CommonJS files of a folder, loaded as `require` does, which stays in charge of all others. */
exports.Chunks = class {
  /** @param cacheFile where compiled code is kept, or null for nowhere. */
  constructor(folder, cacheFile) {
    this.folder = folder;
    this.cacheFile = cacheFile;
    this.kept = cacheFile === null ? new Map() : readCache(cacheFile);
    this.loaded = new Map();
    this.isNew = false;
  }

  load(name) {
    const known = this.loaded.get(name);
    if (known !== undefined) return known.module.exports;
    const filename = join(this.folder, name);
    const source = readFileSync(filename);
    const kept = this.kept.get(name);
    const isSame = kept?.source.equals(source) === true;
    // Another build: what else is kept is of no use either.
    if (kept !== undefined && !isSame) this.kept.clear();
    const cachedData = isSame ? kept.code : undefined;
    const script = new Script(Buffer.concat([head, source, tail]).toString(), { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) this.isNew = true;
    const module = { exports: {} };
    this.loaded.set(name, { module, script, source });
    const outside = createRequire(filename);
    const require = (asked) => {
      if (!asked.startsWith('./') || !asked.endsWith('.cjs')) return outside(asked);
      const wanted = asked.slice(2);
      return late.has(wanted) ? new Proxy({}, { get: (_, key) => this.load(wanted)[key] }) : this.load(wanted);
    };
    require.file = (url) => import(url);
    script.runInThisContext()(module.exports, require, module, filename, this.folder);
    return module.exports;
  }

  /** Keeps the code of all that was loaded, beside what was kept of others, where any of it was compiled here. Throws where it cannot. */
  keep() {
    if (!this.isNew || this.cacheFile === null) return;
    const parts = [];
    const index = [];
    const loaded = [...this.loaded].map(([name, { script, source }]) => [name, { source, code: script.createCachedData() }]);
    for (const [name, { source, code }] of new Map([...this.kept, ...loaded])) {
      parts.push(source, code, code);
      index.push([name, source.length, code.length]);
    }
    const text = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    writeWhole(this.cacheFile, Buffer.concat([length, text, ...parts]));
    removeLeft(this.cacheFile);
  }
};

/**
 * Chunks with the source that they were compiled from, to the byte, and their code, twice: V8 looks at nothing of it but the version and
 * the source's length, and dies of a flipped bit. To compare two copies takes 0.1 ms, a checksum a hundred times that, most of it for
 * loading `node:zlib`.
 */
function readCache(file) {
  const kept = new Map();
  try {
    const bytes = readFileSync(file);
    let at = 4 + bytes.readUInt32LE(0);
    for (const [name, sourceBytes, codeBytes] of JSON.parse(bytes.toString('utf8', 4, at))) {
      const [codeAt, copyAt] = [at + sourceBytes, at + sourceBytes + codeBytes];
      const source = bytes.subarray(at, codeAt);
      const code = bytes.subarray(codeAt, copyAt);
      at = copyAt + codeBytes;
      if (code.equals(bytes.subarray(copyAt, at))) kept.set(name, { source, code });
    }
  } catch {
    // Not there, or cut off: whatever is missing is compiled.
  }
  return kept;
}

/** All of it, on disk before it has its name. */
function writeWhole(file, bytes) {
  const path = `${file}.${process.pid}`;
  try {
    const descriptor = openSync(path, 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(path, file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** What processes that were killed as they wrote it left beside the file; who has begun within the hour may still be writing. */
function removeLeft(file) {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { force: true });
  }
}
