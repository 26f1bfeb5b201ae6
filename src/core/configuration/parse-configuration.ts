import type { Diagnostic } from '../model/diagnostic.ts';
import { sourceTextOf } from '../model/source-text.ts';
import { Diagnoses } from '../workflow/diagnoses/diagnoses.ts';
import { readDocument } from '../workflow/fields/read-document.ts';
import { buildConfiguration } from './build-configuration.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Configuration } from './configuration.ts';
import { configurationTable } from './configuration-table.ts';

export interface ParsedConfiguration {
  /** null exactly where a diagnostic is an error. */
  readonly configuration: Configuration | null;
  /** All that is wrong, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

const fileKind = {
  noun: 'configuration',
  beginning: 'the keys are tiers, agent, budget, secrets, timeout, jobs, prices, mcp',
  mayBeEmpty: true,
};

/**
 * Reads the text of a `pawl.yml`, as strictly as a workflow's. `agents`: the names that may stand for one; `providers`: those of models,
 * which tiers may name too. Never throws.
 */
export function parseConfiguration(text: string, agents: readonly string[], providers: readonly string[] = []): ParsedConfiguration {
  const diagnoses = new Diagnoses(sourceTextOf(text));
  const fields = readDocument('configuration', configurationTable, fileKind, diagnoses);
  if (fields !== null) checkConfiguration(fields.values, agents, providers, diagnoses);
  const configuration = fields === null || diagnoses.hasErrors ? null : buildConfiguration(fields.values, [...agents, ...providers]);
  return { configuration, diagnostics: diagnoses.inOrder() };
}
