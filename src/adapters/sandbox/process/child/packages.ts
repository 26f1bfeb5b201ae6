import { isBuiltin, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { processStandIn } from './process-stand-in.ts';

/** What packages may use of Node: parts that compute. All else of it touches the world, the clock or chance, and is refused. */
const computing = new Set([
  'assert',
  'assert/strict',
  'buffer',
  'events',
  'path',
  'path/posix',
  'punycode',
  'querystring',
  'stream',
  'string_decoder',
  'url',
  'util',
  'util/types',
]);

/** Marks what the code itself imports, among all that modules import of one another. */
const mark = 'pawl-cell:';

/** The only way by which code imports: packages of one folder, by name. */
export class Packages {
  readonly #folder: string | null;
  /** Imports that have not come to an end. */
  underWay = 0;
  /** Called when one has. */
  onSettled: () => void = () => {};

  /** @param folder an absolute path; null = nothing can be imported. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** From now on modules are found by these rules alone, whoever asks. */
  install(): void {
    const from = this.#folder === null ? null : pathToFileURL(`${this.#folder}/cell.mjs`).href;
    const within = this.#folder === null ? null : pathToFileURL(`${this.#folder}/`).href;
    registerHooks({
      resolve(specifier, context, next) {
        const ofCell = specifier.startsWith(mark);
        if (from === null || within === null || !(ofCell || context.parentURL?.startsWith(within)))
          throw new Error(`"${specifier}" cannot be imported here`);
        const name = ofCell ? specifier.slice(mark.length) : specifier;
        if (!ofCell && /^(?:node:)?process$/.test(name)) return { url: processStandIn, format: 'module', shortCircuit: true };
        if (isBuiltin(name) && !(!ofCell && computing.has(name.replace(/^node:/, '')))) {
          throw new Error(`a package imports "${name}", which code in the sandbox cannot have`);
        }
        return next(name, ofCell ? { ...context, parentURL: from } : context);
      },
    });
  }

  /** A package's exports; `names` are those that the code binds. */
  async load(specifier: unknown, names?: unknown): Promise<unknown> {
    this.underWay += 1;
    try {
      const name = this.#checked(specifier);
      const found = (await import(mark + name)) as Record<string, unknown>;
      for (const each of Array.isArray(names) ? (names as string[]) : []) {
        if (!(each in found)) throw new SyntaxError(`the package "${name}" has no export named "${each}"`);
      }
      return found;
    } finally {
      this.underWay -= 1;
      this.onSettled();
    }
  }

  #checked(specifier: unknown): string {
    const name = String(specifier);
    const reason = isBuiltin(name)
      ? 'it is a part of Node; the outside is reached through ctx alone'
      : /^[./]|^[a-z][a-z+.-]*:/i.test(name) || name.includes('\\')
        ? 'only packages can be imported, by name'
        : this.#folder === null
          ? 'no packages are installed for this session'
          : null;
    if (reason !== null) throw new Error(`Cannot import "${name}": ${reason}.`);
    return name;
  }
}
