import { join } from 'node:path';
import { configurationFile, readConfiguration } from '../workflows/configuration-file.ts';
import { builtInFolder, namesIn, ownFolder } from '../workflows/workflow-source.ts';
import type { Finding } from './finding.ts';

const what = configurationFile;

/** Whether there is a `pawl.yml` and it is right; every mistake is a finding, with its place. */
export async function configurationFindings(root: string): Promise<Finding[]> {
  const read = await readConfiguration(root);
  if (!read.ok) {
    const { message, hint, diagnostics } = read.failure;
    if (diagnostics === undefined) return [bad(message, hint)];
    return diagnostics.list.map((each) => bad(`${what}:${each.line}:${each.column} ${each.message}`, each.hint));
  }
  const { present, configuration } = read.value;
  if (!present) return [{ what, state: 'good', found: 'none: the defaults hold' }];
  const known = new Set([...(await namesIn(join(root, ownFolder))), ...(await namesIn(builtInFolder))]);
  const unknown = [...configuration.budget.workflows.keys()].filter((name) => !known.has(name));
  return [
    { what, state: 'good', found: join(root, what) },
    ...unknown.map(
      (name): Finding => ({
        what,
        state: 'poor',
        found: `it limits the workflow "${name}", which is not known here`,
        hint: 'a file elsewhere is meant by its name without .yml; pawl list  shows the others',
      }),
    ),
  ];
}

const bad = (found: string, hint: string | undefined): Finding => ({ what, state: 'bad', found, ...(hint === undefined ? {} : { hint }) });
