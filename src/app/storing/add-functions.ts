import { programs } from '../../adapters/process/programs.ts';
import { sourcedSecrets } from '../../adapters/secrets/sourced-secrets.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { LibraryEdit } from '../../core/library/library-edit.ts';
import type { RegressionCase } from '../../core/library/library-entry.ts';
import type { LibraryState } from '../../core/library/library-state.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { type Redactor, redactorOf } from '../../core/secrets/redactor.ts';
import type { Library } from '../../ports/library.ts';
import { codeFacts } from '../../source/code-facts.ts';
import { loadFunctions } from '../act/load-functions.ts';
import { type AppliedSet, applyEdits } from '../library/apply-edits.ts';
import { changingLibrary } from '../library/open-library.ts';
import { type CandidateSurroundings, readCandidate } from '../library/read-candidate.ts';
import { rootOf } from '../project/root.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { knownPrimitives } from './known-primitives.ts';

/** Functions that a person wants to store, all in one set: they may call one another. */
export interface NewFunctions {
  readonly files: readonly { readonly file: string; readonly source: string }[];
  /** Whether living functions of their names get new versions. */
  readonly overwrite?: boolean;
  /** Although there is a duplicate. */
  readonly force?: boolean;
  /** The environment that their packages come from. */
  readonly environment?: string | null;
  readonly tags?: readonly string[];
  /** Of the first. */
  readonly cases?: readonly RegressionCase[];
  /** Names of functions that they were made of. */
  readonly parents?: readonly string[];
  readonly why?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Added extends AppliedSet {
  readonly names: readonly string[];
}

/** Stores functions from their texts, which are read and never run: all of them, or all that is wrong with any. */
export async function addFunctions(cwd: string, wanted: NewFunctions): Promise<Result<Added, Refusal>> {
  const root = rootOf(cwd);
  const configured = await readConfiguration(root);
  if (!configured.ok) return configured;
  const { configuration } = configured.value;
  const [primitives, folders] = [await knownPrimitives(root, configuration), await loadFunctions(configuration.functions, root)];
  if (!primitives.ok) return primitives;
  if (!folders.ok) return folders;
  const listed = folders.value === null ? ok([]) : await folders.value.list();
  if (!listed.ok) return fail(refusalOf('run/invalid-functions', listed.failure));
  const elsewhere = listed.value.map(({ name }) => name);
  const redactor = await knownSecrets(configuration, root, wanted.env);
  return changingLibrary(cwd, async (library) => {
    const state = await library.read();
    if (!state.ok) return fail(refusalOf('library/unavailable', state.failure));
    withServerTools(primitives.value, wanted, configuration);
    const known = { ...standing(state.value.state), primitives: primitives.value, callable: elsewhere, redactor };
    const edits = editsOf(wanted, known, elsewhere);
    return edits.ok ? store(library, edits.value, wanted) : edits;
  });
}

async function store(library: Library, edits: readonly AddEdit[], { why }: NewFunctions): Promise<Result<Added, Refusal>> {
  const names = edits.map(({ candidate }) => candidate.name);
  const applied = await applyEdits(library, edits, why ?? `add ${names.join(', ')}`);
  return applied.ok ? ok({ ...applied.value, names }) : applied;
}

type AddEdit = Extract<LibraryEdit, { readonly kind: 'add_function' }>;

const standing = ({ byName, environments }: LibraryState): Pick<CandidateSurroundings, 'functions' | 'environments'> => ({
  functions: [...byName.keys()],
  environments: new Map([...environments.values()].filter(({ isDeleted }) => !isDeleted).map(({ name, packages }) => [name, packages])),
});

function editsOf(wanted: NewFunctions, known: CandidateSurroundings, elsewhere: readonly string[]): Result<readonly AddEdit[], Refusal> {
  const { files, overwrite = false, force = false, environment = null, tags = [], cases = [], parents = [] } = wanted;
  const together = files.flatMap(({ source }) => nameIn(source));
  const edits: AddEdit[] = [];
  const faults: { readonly file: string; readonly source: string; readonly list: readonly Diagnostic[] }[] = [];
  for (const [at, { file, source }] of files.entries()) {
    const written = { source, environment, overwrite, tags, cases: at === 0 ? cases : [] };
    const read = readCandidate(written, { ...known, callable: [...known.callable, ...together] });
    if (read.ok) edits.push({ kind: 'add_function', candidate: read.value.candidate, overwrite, force, parents, elsewhere });
    else faults.push({ file, source, list: read.failure });
  }
  return faults.length === 0 ? ok(edits) : fail(invalid(faults));
}

const nameIn = (source: string): string[] => {
  const facts = codeFacts(source);
  return facts.ok && facts.value.exported !== null ? [facts.value.exported.name] : [];
};

function invalid(faults: readonly [...NonNullable<Refusal['diagnostics']>[]]): Refusal {
  const count = faults.reduce((sum, { list }) => sum + list.length, 0);
  const [first, ...more] = faults;
  const others = more.flatMap(({ file, list }) => list.map(({ line, column, message }) => `  ${file}:${line}:${column}: ${message}`));
  return {
    code: 'library/invalid-function',
    message: [`${count === 1 ? 'a mistake' : `${count} mistakes`}, so nothing was stored`, ...others].join('\n'),
    hint: 'what a function needs: docs/library.md',
    ...(first === undefined ? {} : { diagnostics: first }),
  };
}

/**
 * Tools of MCP servers that `pawl.yml` names are taken for what a tool is that says nothing of itself. To start the servers for it would make
 * storing a function as slow as they are.
 */
function withServerTools(primitives: Map<string, string>, { files }: NewFunctions, { mcp }: Configuration): void {
  if (mcp.size === 0) return;
  for (const { source } of files) {
    const facts = codeFacts(source);
    if (!facts.ok) continue;
    for (const { name } of facts.value.primitives) {
      const [family, server, tool] = name.split('.');
      if (family === 'mcp' && server !== undefined && tool !== undefined && mcp.has(server)) primitives.set(name, 'irreversible');
    }
  }
}

/** The values of secrets that `pawl.yml` names, as far as they can be had without running anything. */
async function knownSecrets(configuration: Configuration, root: string, env: NewFunctions['env']): Promise<Redactor> {
  const sources = new Map([...configuration.secrets].filter(([, source]) => source.from !== 'command'));
  const secrets = sourcedSecrets({ sources, env, folder: root, programs: programs() });
  const values = new Map<string, string>();
  for (const name of sources.keys()) {
    const read = await secrets.read(name);
    if (read.ok) values.set(name, read.value);
  }
  return redactorOf(values);
}
