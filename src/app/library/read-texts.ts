import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';

/** What is no UTF-8 would be kept as something else than the file says. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The texts of files, as seen from `cwd`. */
export async function readTexts(
  cwd: string,
  paths: readonly string[],
): Promise<Result<{ readonly file: string; readonly source: string }[], Refusal>> {
  const files: { readonly file: string; readonly source: string }[] = [];
  for (const file of paths) {
    try {
      files.push({ file, source: strict.decode(await readFile(resolve(cwd, file))) });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
        return fail({ code: 'cli/usage', message: `${file} is no text: it is not UTF-8`, hint: 'save it as UTF-8; nothing was stored' });
      return fail({ code: 'cli/usage', message: `${file} cannot be read (${code})`, hint: 'name a file that is there' });
    }
  }
  return ok(files);
}
