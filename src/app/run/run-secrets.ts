import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { type Redactor, redactorOf } from '../../core/secrets/redactor.ts';
import { isRunStep, type Workflow } from '../../core/workflow/workflow.ts';
import type { RunSecrets } from '../../drive/run-secrets.ts';
import type { StoredFunction } from '../../ports/functions.ts';
import type { Programs } from '../../ports/programs.ts';
import { besideOf, type CheckedWorkflow, checkedWorkflow } from '../workflows/checked-workflow.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface SecretsPlace {
  readonly configuration: Configuration;
  readonly env: Environment;
  readonly cwd: string;
  readonly root: string;
  readonly programs: Programs;
  /** The stored functions that the run goes by from now on. */
  readonly functions?: readonly StoredFunction[];
  readonly signal?: AbortSignal;
}

export interface FetchedSecrets extends RunSecrets {
  /** The environment without them, and without whatever else has one of their values in it. */
  readonly env: Environment;
  /** What was taken out of it. */
  readonly hidden: readonly string[];
  /** What a person should know before the first step. */
  readonly remarks: readonly string[];
}

/** A workflow and those within it, with their texts; and which secrets its steps name. */
interface Uses {
  readonly texts: Map<string, string>;
  readonly steps: Map<string, string[]>;
}

/**
 * Fetches the secrets that a workflow's steps name, and those of the workflows within it. Refused, naming every one that is missing and who
 * wants it, before anything is run.
 */
export async function fetchSecrets(checked: CheckedWorkflow, place: SecretsPlace): Promise<Result<FetchedSecrets, Refusal>> {
  const uses: Uses = { texts: new Map(), steps: new Map() };
  await collect(checked, place, uses);
  for (const { name, code } of place.functions ?? []) uses.texts.set(`the function ${name}`, code);
  const values = new Map<string, string>();
  const missing: string[] = [];
  if (uses.steps.size > 0) {
    const { sourcedSecrets } = await import('../../adapters/secrets/sourced-secrets.ts');
    const { configuration, root, functions: _, ...rest } = place;
    const secrets = sourcedSecrets({ ...rest, sources: configuration.secrets, folder: root });
    // One after another: a command may ask a person for a key.
    for (const [name, steps] of uses.steps) {
      const read = await secrets.read(name);
      if (read.ok) values.set(name, read.value);
      else missing.push(missingLine(name, steps, read.failure));
    }
  }
  if (missing.length > 0) return fail(missingRefusal(missing));
  const redactor = redactorOf(values);
  const written = writtenDown(uses, redactor);
  if (written !== null) return fail(written);
  return ok({ values, redactor, ...withoutSecrets(place, values, redactor) });
}

type Collected = Pick<CheckedWorkflow, 'workflow' | 'source' | 'inner'>;

async function collect({ workflow, source, inner: known }: Collected, place: SecretsPlace, { texts, steps }: Uses): Promise<void> {
  if (texts.has(source.file)) return;
  texts.set(source.file, source.text);
  for (const step of workflow.steps) {
    const of = `the step "${step.id}"${texts.size === 1 ? '' : ` of ${source.file}`}`;
    if (isRunStep(step)) {
      for (const name of step.secrets) steps.set(name, [...(steps.get(name) ?? []), of]);
    }
    if (step.kind !== 'workflow') continue;
    const key = besideOf(source, step.file, place.cwd);
    const found = known?.find((each) => each.key === key);
    const inner = found === undefined ? await checkedWorkflow(key, place.cwd, place.root) : ok({ ...found, inner: known });
    if (inner.ok) await collect(inner.value, place, { texts, steps });
  }
}

const missingLine = (name: string, steps: readonly string[], { message, hint }: Failure): string =>
  `${name}, for ${steps.join(' and ')}: ${message}${hint === undefined ? '' : `; ${hint}`}`;

const missingRefusal = (missing: readonly string[]): Refusal => ({
  code: 'run/missing-secret',
  message: `nothing was run, as ${missing.length === 1 ? 'a secret is' : `${missing.length} secrets are`} not to be had:\n  ${missing.join('\n  ')}`,
  hint: 'set the variable of that name, or say under secrets in pawl.yml where it comes from: {env: VARIABLE}, {file: path} or {command: "…"}',
});

/** That a workflow within a run names a secret which was not fetched before the run; null = it names none. */
export function whySecretless({ steps }: Workflow, { values }: RunSecrets): Refusal | null {
  for (const step of steps) {
    const name = isRunStep(step) ? step.secrets.find((each) => !values.has(each)) : undefined;
    if (name === undefined) continue;
    return {
      code: 'run/missing-secret',
      message: `the step "${step.id}" names the secret ${name}, which no step named when the run began: its file has changed since`,
      hint: 'put the file back as it was, or begin another run',
    };
  }
  return null;
}

/** That the value of a secret stands in a workflow's file, from where it would go into the journal and to the agent. */
function writtenDown({ texts }: Uses, redactor: Redactor): Refusal | null {
  for (const [file, text] of texts) {
    const [name] = redactor.namesIn(new TextEncoder().encode(text));
    if (name === undefined) continue;
    return {
      code: 'run/secret-in-workflow',
      message: `the value of the secret ${name} stands in ${file}, so nothing was run`,
      hint: `take it out, and give the step  secrets: [${name}]  instead; if the file was committed, change the secret`,
    };
  }
  return null;
}

/** Secrets that no step of this workflow names are hidden from it all the same. */
function withoutSecrets(
  { configuration, env }: SecretsPlace,
  values: ReadonlyMap<string, string>,
  redactor: Redactor,
): Pick<FetchedSecrets, 'env' | 'hidden' | 'remarks'> {
  const names = new Set([...values.keys(), ...configuration.secrets.keys()]);
  for (const source of configuration.secrets.values()) if (source.from === 'env') names.add(source.variable);
  const kept: Record<string, string | undefined> = {};
  const hidden: string[] = [];
  const remarks: string[] = [];
  for (const [variable, value] of Object.entries(env)) {
    const [secret] = names.has(variable) || value === undefined ? [] : redactor.namesIn(new TextEncoder().encode(value));
    if (names.has(variable) || secret !== undefined) hidden.push(variable);
    else kept[variable] = value;
    if (secret !== undefined) remarks.push(`no step gets the variable ${variable}, as the value of the secret ${secret} is in it`);
  }
  return { env: kept, hidden, remarks };
}
