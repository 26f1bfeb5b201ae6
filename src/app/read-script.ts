import { readFile } from 'node:fs/promises';
import type { Script } from '../adapters/runner/scripted/script.ts';
import type { Refusal } from '../core/model/refusal.ts';
import { fail, ok, type Result } from '../core/model/result.ts';

/** The replies of a scripted agent: as they are given, or from the file at a path. */
export async function readScript(script: string | Script): Promise<Result<Script, Refusal>> {
  if (typeof script !== 'string') return ok(script);
  const { parseScript } = await import('../adapters/runner/scripted/script.ts');
  const text = await readFile(script, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) {
    return fail({
      code: 'run/invalid-script',
      message: `the script ${script} cannot be read (${text.code})`,
      hint: 'give the path of a file of replies',
    });
  }
  const parsed = parseScript(text);
  if (parsed.ok) return parsed;
  return fail({ code: 'run/invalid-script', message: `${script}: ${parsed.failure}`, hint: 'docs/runners.md has the form of a script' });
}
