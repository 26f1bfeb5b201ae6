import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Configuration, emptyConfiguration } from '../../core/configuration/configuration.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { agentNames } from '../agents/agent-names.ts';
import { modelProviders } from '../agents/model-providers.ts';

/** What configures runs, in the root of a work tree. */
export const configurationFile = 'pawl.yml';

export interface ConfigurationRead {
  readonly configuration: Configuration;
  /** Whether there is a file. */
  readonly present: boolean;
}

/** Reads `pawl.yml` of a work tree; every mistake in it at once. Where there is none, nothing is configured. */
export async function readConfiguration(root: string): Promise<Result<ConfigurationRead, Refusal>> {
  const text = await textOf(join(root, configurationFile));
  if (!text.ok) return text;
  if (text.value === null) {
    const misnamed = await textOf(join(root, 'pawl.yaml'));
    if (misnamed.ok && misnamed.value === null) return ok({ configuration: emptyConfiguration, present: false });
    return fail({ ...wrong('there is a pawl.yaml, which is not looked at'), hint: 'the file is called pawl.yml' });
  }
  // Loaded only where there is a file: most have none, and the parser of YAML takes 7 ms.
  const { parseConfiguration } = await import('../../core/configuration/parse-configuration.ts');
  const { configuration, diagnostics } = parseConfiguration(text.value, agentNames, modelProviders);
  if (configuration !== null) return ok({ configuration, present: true });
  const mistakes = diagnostics.length === 1 ? 'a mistake' : `${diagnostics.length} mistakes`;
  return fail({
    ...wrong(`${configurationFile} has ${mistakes}, so nothing was run`),
    diagnostics: { file: configurationFile, source: text.value, list: diagnostics },
  });
}

const wrong = (message: string) => ({ code: 'run/invalid-configuration', message }) as const;

/** null = there is no such file. */
async function textOf(path: string): Promise<Result<string | null, Refusal>> {
  try {
    return ok(await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return ok(null);
    return fail({ ...wrong(`${path} cannot be read (${code})`), hint: 'make it a file that you can read, or remove it' });
  }
}
