import { basename, dirname, resolve } from 'node:path';
import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { rootOf } from '../project/root.ts';
import { checkedWorkflow } from './checked-workflow.ts';
import { configurationFile, readConfiguration } from './configuration-file.ts';

/** A file that is right: what it is, in a few words, and what may be wrong with it all the same. */
export interface CheckedFile {
  readonly what: string;
  readonly text: string;
  readonly warnings: readonly Diagnostic[];
}

/** Checks a workflow by its name or path, or a `pawl.yml`; every mistake in it at once. */
export async function checkFile(nameOrPath: string, cwd: string): Promise<Result<CheckedFile, Refusal>> {
  if (basename(nameOrPath) === configurationFile) {
    const read = await readConfiguration(dirname(resolve(cwd, nameOrPath)));
    if (!read.ok) return read;
    if (read.value.present) return ok({ what: 'configuration', text: '', warnings: [] });
    return fail({
      code: 'run/unknown-workflow',
      message: `the configuration file ${nameOrPath} is not there`,
      hint: 'a pawl.yml in the root of the work tree configures its runs; none is needed',
    });
  }
  const checked = await checkedWorkflow(nameOrPath, cwd, rootOf(cwd));
  if (!checked.ok) return checked;
  const { workflow, source, warnings } = checked.value;
  const steps = workflow.steps.length === 1 ? '1 step' : `${workflow.steps.length} steps`;
  return ok({ what: `${workflow.name}, ${steps}`, text: source.text, warnings });
}
