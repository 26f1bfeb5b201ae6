import type { Prepared, WrittenFunction } from '../../agent/library/library-desk.ts';
import { checkCandidate } from '../../core/library/function/check-candidate.ts';
import type { LibraryState } from '../../core/library/library-state.ts';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { EffectClass } from '../../core/model/effect-class.ts';
import type { Json } from '../../core/model/json.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Redactor } from '../../core/secrets/redactor.ts';
import { codeFacts } from '../../source/code-facts.ts';

interface Known {
  readonly primitives: ReadonlyMap<string, EffectClass>;
  readonly redactor: Redactor;
}

/** Reads a function as it was written: the edit that stores it, or all that is wrong with it, a line each. Runs nothing. */
export function readCandidate(written: WrittenFunction, state: LibraryState, known: Known): Result<Prepared, string> {
  const { source, isNewVersion: overwrite, force, environment, tags, parents } = written;
  const read = codeFacts(source);
  const alive = [...state.functions.values()].filter(({ isDeleted }) => !isDeleted);
  const environments = [...state.environments.values()].filter(({ isDeleted }) => !isDeleted);
  const { diagnostics } = checkCandidate(
    { facts: read, environment, effectClass: null, overwrite },
    {
      ...known,
      functions: new Map(alive.map((entry) => [entry.name, entry.effectClass])),
      environments: new Map(environments.map(({ name, packages }) => [name, packages])),
    },
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || !read.ok || read.value.exported === null) return fail(errors.map(lineOf).join('\n'));
  const facts = read.value;
  const { name } = read.value.exported;
  if (overwrite && !state.byName.has(name)) return fail(`There is no function ${name} of which this could be a new version: add it.`);
  const primitives = [...new Set(facts.primitives.map((each) => each.name))];
  const candidate = {
    name,
    source,
    normalised: facts.normalForm,
    description: facts.docstring ?? '',
    input: facts.parameters,
    returns: facts.returns,
    parameters: parametersOf(facts.parameters),
    primitives,
    dependsOn: [...new Set(facts.dependencies.map((each) => each.name))],
    imports: [...new Set(facts.imports.map((each) => each.name))],
    ownEffectClass: checkedClass(read, overwrite, environment, known),
    environment,
    tags,
    cases: [],
  };
  const remarks = diagnostics.filter(({ severity }) => severity !== 'error').map(lineOf);
  const ids = parents.filter((parent) => state.byName.has(parent));
  return ok({ edit: { kind: 'add_function', candidate, overwrite, force, parents: ids }, remarks });
}

/** What its primitives do at most, without the functions that it calls. */
function checkedClass(read: ReturnType<typeof codeFacts>, overwrite: boolean, environment: string | null, known: Known): EffectClass {
  const alone = { ...known, functions: new Map<string, EffectClass>(), environments: new Map<string, readonly string[]>() };
  return checkCandidate({ facts: read, environment, effectClass: null, overwrite }, alone).effectClass;
}

const lineOf = ({ line, column, message, hint }: Diagnostic): string =>
  `line ${line}, column ${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`;

function parametersOf(schema: Json): string[] {
  const { properties } = (schema ?? {}) as { readonly properties?: Json };
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}
