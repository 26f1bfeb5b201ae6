import type { Configuration } from '../../core/configuration/configuration.ts';
import { schemaCheck } from '../../core/effects/schema-check.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { listed, quoted } from '../../core/model/shown-text.ts';
import { nearest } from '../../core/workflow/diagnoses/nearest.ts';
import { textsIn } from '../../core/workflow/texts/function-arguments.ts';
import { placeholderNames } from '../../core/workflow/texts/interpolation.ts';
import type { FunctionStep } from '../../core/workflow/workflow.ts';
import type { Functions, StoredFunction } from '../../ports/functions.ts';
import { loadFunctions } from '../act/load-functions.ts';
import { closureOf } from '../act/pinned-closure.ts';

/** A step that runs a function, and the workflow's file that it stands in. */
export interface NamingStep {
  readonly step: FunctionStep;
  readonly file: string;
}

/**
 * Finds the stored functions that these steps name, with all that these call. Refused, naming all that is wrong with them, before anything
 * begins: one that is not there, or is not the one that is meant, or does not take an argument that is known by now.
 */
export async function namedFunctions(
  steps: readonly NamingStep[],
  configuration: Configuration,
  root: string,
): Promise<Result<readonly StoredFunction[], Refusal>> {
  const functions = await loadFunctions(configuration.functions, root);
  if (!functions.ok) return functions;
  const found = await foundBy(steps, functions.value);
  if (!found.ok) return found;
  const all = new Map<string, StoredFunction>();
  for (const one of found.value) {
    const closure = await closureOf(one, async (name) => (functions.value === null ? ok(null) : functions.value.find(name)));
    if (!closure.ok) return fail(refusalOf('store/unavailable', closure.failure));
    for (const each of closure.value) all.set(each.name, each);
  }
  return ok([...all.values()]);
}

async function foundBy(steps: readonly NamingStep[], functions: Functions | null): Promise<Result<readonly StoredFunction[], Refusal>> {
  const all = functions === null ? ok([]) : await functions.names();
  if (!all.ok) return fail(refusalOf('store/unavailable', all.failure));
  const found = new Map<string, StoredFunction>();
  const missing: string[] = [];
  const mistaken: string[] = [];
  for (const { step, file } of steps) {
    const stored = functions === null ? ok(null) : await functions.find(step.name);
    if (!stored.ok) return fail(refusalOf('store/unavailable', stored.failure));
    const one = stored.value;
    const where = `the step ${quoted(step.id)} of ${file}`;
    const why = one === null ? missingText(step, all.value) : otherText(step, one);
    if (one === null || why !== null) missing.push(`${where}: ${why}`);
    else {
      found.set(one.name, one);
      const mistakes = mistakesIn(step, one);
      if (mistakes.length > 0) mistaken.push(`${where}: ${step.name} does not take its args: ${mistakes.join('; ')}`);
    }
  }
  const said = missing.length > 0 ? missing : mistaken;
  if (said.length === 0) return ok([...found.values()]);
  return fail({
    code: missing.length > 0 ? 'run/unknown-function' : 'run/function-arguments',
    message: `nothing was run:\n${said.map((line) => `  ${line}`).join('\n')}`,
    hint: 'where functions come from: docs/functions.md',
  });
}

function missingText({ name }: FunctionStep, names: readonly string[]): string {
  const near = nearest(name, names);
  const hint = near !== null ? `; did you mean ${near}?` : names.length === 0 ? '; there are none here' : `; there are ${listed(names)}`;
  return `there is no function ${quoted(name)}${hint}`;
}

const otherText = ({ name, digest }: FunctionStep, { digest: now }: StoredFunction): string | null =>
  digest === null || now.startsWith(digest) ? null : `${name} is ${name}@${now.slice(0, 12)} by now, not ${name}@${digest}`;

/** Of an argument in which nothing is filled in: any other is checked when it is known. */
const mistakesIn = ({ args }: FunctionStep, { input }: StoredFunction): readonly string[] =>
  textsIn(args).some((text) => placeholderNames(text).length > 0) ? [] : schemaCheck(input, 'args')(args);
