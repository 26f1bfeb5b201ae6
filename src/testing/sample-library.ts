import type { Candidate, EditSet, LibraryEdit } from '../core/library/edits/library-edit.ts';
import type { FunctionVersion } from '../core/library/entries/library-entry.ts';

/** A candidate that can be stored as it is, for tests of what keeps a library. */
export function sampleCandidate(name: string, facts: Partial<FunctionVersion & Candidate> = {}): Candidate {
  const source = facts.source ?? `export default async function ${name}(input, ctx) {\n  return input;\n}\n`;
  return {
    name,
    description: `Gives what it is given, as ${name} does.`,
    input: { type: 'object' },
    returns: {},
    parameters: [],
    primitives: [],
    dependsOn: [],
    imports: [],
    ownEffectClass: 'pure',
    environment: null,
    tags: [],
    cases: [],
    normalised: source.replaceAll(/\s+/g, ' ').trim(),
    ...facts,
    source,
  };
}

/** An edit that adds such a function. */
export const addingEdit = (name: string, facts: Partial<FunctionVersion & Candidate> = {}, overwrite = false): LibraryEdit => ({
  kind: 'add_function',
  candidate: sampleCandidate(name, facts),
  overwrite,
  force: false,
});

/** A person's set of edits. */
export const sampleSet = (id: string, edits: readonly LibraryEdit[], facts: Partial<EditSet> = {}): EditSet => ({
  id,
  atMs: 1_000,
  by: 'person',
  run: null,
  model: null,
  why: 'for a test',
  edits,
  ...facts,
});
