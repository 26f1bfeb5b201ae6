import type { Candidate } from '../../core/library/edits/library-edit.ts';
import type { RegressionCase } from '../../core/library/entries/library-entry.ts';
import { checkCandidate } from '../../core/library/function/check-candidate.ts';
import type { CodeFacts } from '../../core/library/function/code-facts.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import type { Json } from '../../core/model/json.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { recordOf } from '../../core/model/untrusted-json.ts';
import type { Redactor } from '../../core/secrets/redactor.ts';
import { codeFacts } from '../../source/code-facts.ts';

/** A function as somebody wrote it. */
export interface WrittenFunction {
  readonly source: string;
  /** The environment that its packages come from; null = it needs none. */
  readonly environment: string | null;
  /** Whether a living function of its name gets a new version. */
  readonly overwrite: boolean;
  readonly tags: readonly string[];
  readonly cases: readonly RegressionCase[];
}

/** What a written function is held against. */
export interface CandidateSurroundings {
  /** By dotted name, what any call of a primitive does at most. */
  readonly primitives: ReadonlyMap<string, EffectClass>;
  /** Names that live in the library already. */
  readonly functions: Iterable<string>;
  /** Names that it may call besides: of the same set, or in folders. */
  readonly callable: Iterable<string>;
  /** Packages ("name@1.2.3") by the name of their environment. */
  readonly environments: ReadonlyMap<string, readonly string[]>;
  readonly redactor: Redactor;
}

export interface ReadCandidate {
  readonly candidate: Candidate;
  /** What is worth a word and no fault. */
  readonly warnings: readonly Diagnostic[];
}

/** Reads a function from its text, of which nothing is run; fails with all that is wrong with it, in the order of the text. */
export function readCandidate(written: WrittenFunction, known: CandidateSurroundings): Result<ReadCandidate, readonly Diagnostic[]> {
  const { source, environment, overwrite, tags, cases } = written;
  const facts = codeFacts(source);
  const own = facts.ok ? facts.value.exported?.name : undefined;
  const callable = [...known.functions, ...[...known.callable].filter((name) => name !== own)];
  const { diagnostics, effectClass } = checkCandidate(
    { facts, environment, effectClass: null, overwrite },
    {
      primitives: known.primitives,
      // As if they did nothing: what they do follows from them as they stand, whenever that is.
      functions: new Map(callable.map((name) => [name, 'pure' as const])),
      environments: new Map([...known.environments].map(([name, packages]) => [name, packages.map(unpinned)])),
      redactor: known.redactor,
    },
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (!facts.ok || errors.length > 0) return fail(errors);
  const candidate = { ...described(facts.value), source, ownEffectClass: effectClass, environment, tags, cases };
  return ok({ candidate, warnings: diagnostics });
}

function described(facts: CodeFacts): Omit<Candidate, 'source' | 'ownEffectClass' | 'environment' | 'tags' | 'cases'> {
  const names = (each: readonly { readonly name: string }[]) => [...new Set(each.map(({ name }) => name))];
  return {
    name: facts.exported?.name as string,
    normalised: facts.normalForm,
    description: facts.docstring ?? '',
    input: facts.parameters,
    returns: facts.returns,
    parameters: parametersOf(facts.parameters),
    primitives: names(facts.primitives),
    dependsOn: names(facts.dependencies),
    imports: names(facts.imports),
  };
}

const parametersOf = (schema: Json): string[] => Object.keys(recordOf(recordOf(schema)?.properties) ?? {});

const unpinned = (pinned: string): string => pinned.slice(0, pinned.lastIndexOf('@'));
