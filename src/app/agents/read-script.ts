import { readFile } from 'node:fs/promises';
import type { Script } from '../../adapters/runner/scripted/script.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';

/** The replies of a scripted agent: as they are given, or from the file at a path. */
export async function readScript(script: string | Script): Promise<Result<Script, Refusal>> {
  if (typeof script !== 'string') return ok(script);
  const { parseScript } = await import('../../adapters/runner/scripted/script.ts');
  return readScriptFile(script, parseScript, 'docs/runners.md');
}

/** A script from the file at a path, by what reads its text; a mistake in it begins with the path and the line. */
export async function readScriptFile<T>(
  path: string,
  parse: (text: string) => Result<T, string>,
  page: string,
): Promise<Result<T, Refusal>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) {
    return fail({
      code: 'run/invalid-script',
      message: `the script ${path} cannot be read (${text.code})`,
      hint: 'give the path of a file of replies',
    });
  }
  const parsed = parse(text);
  if (parsed.ok) return parsed;
  return fail({ code: 'run/invalid-script', message: `${path}: ${parsed.failure}`, hint: `${page} has the form of a script` });
}
