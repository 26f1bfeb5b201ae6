import type { Configuration } from '../../core/configuration/configuration.ts';
import { withTexts } from '../../core/effects/mapped-json.ts';
import { namesText } from '../../core/library/edits/deciding.ts';
import type { LibraryEdit } from '../../core/library/edits/library-edit.ts';
import type { RegressionCase } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Json } from '../../core/model/json.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { codeFacts } from '../../source/code-facts.ts';
import { folderFunctionNames } from '../act/load-functions.ts';
import { type AppliedSet, applyEdits } from '../library/apply-edits.ts';
import { nearVerdicts } from '../library/near-verdicts.ts';
import { changingLibrary, type OpenLibrary } from '../library/open-library.ts';
import { type CandidateSurroundings, readCandidate } from '../library/read-candidate.ts';
import { rootOf } from '../project/root.ts';
import { readConfiguration } from '../workflows/configuration-file.ts';
import { knownPrimitives } from './known-primitives.ts';
import { knownSecrets } from './known-secrets.ts';

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
  const [primitives, inFolders] = [await knownPrimitives(root, configuration), await folderFunctionNames(configuration.functions, root)];
  if (!primitives.ok) return primitives;
  if (!inFolders.ok) return inFolders;
  const elsewhere = inFolders.value;
  const redactor = await knownSecrets(configuration, root, wanted.env);
  return changingLibrary(cwd, async (library, open) => {
    const state = await library.read();
    if (!state.ok) return fail(refusalOf('library/unavailable', state.failure));
    withServerTools(primitives.value, wanted, configuration);
    const known = { ...standing(state.value.state), primitives: primitives.value, callable: elsewhere, redactor };
    const edits = editsOf(wanted, known, elsewhere);
    return edits.ok ? storeUnlessNear(open, state.value.state, edits.value, wanted) : edits;
  });
}

/** More at once are an import: to compare each of them takes longer than anybody waits. */
const mostJudged = 50;

async function storeUnlessNear(
  open: OpenLibrary,
  state: LibraryState,
  edits: readonly AddEdit[],
  wanted: NewFunctions,
): Promise<Result<Added, Refusal>> {
  const remarks: string[] = [];
  const duplicates: string[] = [];
  for (const { candidate } of edits.length > mostJudged ? [] : edits) {
    const near = await nearVerdicts(open.library, state, candidate);
    if (!near.ok) return fail(refusalOf('library/unavailable', near.failure));
    for (const { name, verdict, reasons } of near.value) {
      const because = reasons.map((reason) => `\n    ${reason}`).join('');
      if (verdict === 'duplicate' && !wanted.force) duplicates.push(`  ${candidate.name} does what ${name} does:${because}`);
      else
        remarks.push(
          `${candidate.name} ${verdict === 'duplicate' ? 'does what' : 'wants to be one with'} ${name}${verdict === 'duplicate' ? ' does' : ''}:${because}`,
        );
    }
  }
  if (duplicates.length > 0) return fail(duplicateRefusal(duplicates));
  const stored = await store(open, edits, wanted);
  return stored.ok ? ok({ ...stored.value, remarks: [...stored.value.remarks, ...remarks] }) : stored;
}

const duplicateRefusal = (lines: readonly string[]): Refusal => ({
  code: 'library/duplicate',
  message: `this is in the library already, so nothing was stored:\n${lines.join('\n')}`,
  hint: 'use that one; or store it all the same: --force (force: true)',
});

async function store(open: OpenLibrary, edits: readonly AddEdit[], { why }: NewFunctions): Promise<Result<Added, Refusal>> {
  const names = edits.map(({ candidate }) => candidate.name);
  const applied = await applyEdits(open, edits, why ?? `add ${namesText(names)}`);
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
    const clean = (each: RegressionCase) => withTexts(each as unknown as Json, known.redactor.text) as unknown as RegressionCase;
    const written = { source, environment, overwrite, tags, cases: at === 0 ? cases.map(clean) : [] };
    const read = readCandidate(written, { ...known, callable: [...known.callable, ...together] });
    if (read.ok) edits.push({ kind: 'add_function', candidate: read.value.candidate, overwrite, force, parents, elsewhere });
    else faults.push({ file, source: withoutSecrets(source, read.failure), list: read.failure });
  }
  return faults.length === 0 ? ok(edits) : fail(invalid(faults));
}

const nameIn = (source: string): string[] => {
  const facts = codeFacts(source);
  return facts.ok && facts.value.exported !== null ? [facts.value.exported.name] : [];
};

/** As it may be shown: what looks like a secret is not printed again, where a log would keep it. Everything else stays in its column. */
function withoutSecrets(source: string, list: readonly Diagnostic[]): string {
  const lines = source.split('\n');
  for (const { code, line, column, length } of list) {
    const text = lines[line - 1];
    if (code === 'function/secret' && text !== undefined)
      lines[line - 1] = text.slice(0, column - 1) + '*'.repeat(length) + text.slice(column - 1 + length);
  }
  return lines.join('\n');
}

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
