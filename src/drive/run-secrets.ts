import type { Redactor } from '../core/secrets/redactor.ts';
import type { RunFields } from '../core/workflow/workflow.ts';

/** The secrets of a run: of all its steps and of the runs within it. They are in memory only. */
export interface RunSecrets {
  /** By name; each that a step names is here. */
  readonly values: ReadonlyMap<string, string>;
  /** Knows all of them. */
  readonly redactor: Redactor;
}

/** What a step gets in its environment of the secrets that it names. */
export function secretVariables({ values }: RunSecrets, { secrets }: RunFields): Record<string, string> {
  return Object.fromEntries(
    secrets.map((name) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`the secret ${name} was not fetched before the run`);
      return [name, value];
    }),
  );
}
