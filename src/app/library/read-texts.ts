import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';

/** The texts of files, as seen from `cwd`. */
export async function readTexts(
  cwd: string,
  paths: readonly string[],
): Promise<Result<{ readonly file: string; readonly source: string }[], Refusal>> {
  const files: { readonly file: string; readonly source: string }[] = [];
  for (const file of paths) {
    try {
      files.push({ file, source: await readFile(resolve(cwd, file), 'utf8') });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return fail({ code: 'cli/usage', message: `${file} cannot be read (${code})`, hint: 'name a file that is there' });
    }
  }
  return ok(files);
}
