import type { ModelScript } from '../../adapters/model/scripted/model-script.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { readScriptFile } from './read-script.ts';

/** What a scripted model says: as it is given, or from the file at a path. */
export async function readModelScript(script: string | ModelScript): Promise<Result<ModelScript, Refusal>> {
  if (typeof script !== 'string') return ok(script);
  const { parseModelScript } = await import('../../adapters/model/scripted/parse-model-script.ts');
  return readScriptFile(script, parseModelScript, 'docs/models.md');
}

/** What a scripted librarian says, beside the turns of the model in the same file; null = nothing. */
export async function readLibrarianScript(file: string): Promise<Result<ModelScript | null, Refusal>> {
  const { parseLibrarianScript } = await import('../../adapters/model/scripted/parse-model-script.ts');
  return readScriptFile(file, parseLibrarianScript, 'docs/models.md');
}
