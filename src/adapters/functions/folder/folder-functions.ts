import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { digestOf } from '../../../core/model/digest.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import type { Functions, StoredFunction } from '../../../ports/functions.ts';
import { checkedFunction, type FunctionFiles } from './checked-function.ts';

/** What a folder has besides functions. */
const noFunction = /\.(?:d|test)\.ts$/;

/**
 * The functions that these folders hold (paths relative to `root`): each `name.ts` with `name.schema.json` beside it. Nothing of them is run.
 * Fails with all that is wrong in all of them, each a sentence that begins with its file and line.
 */
export async function folderFunctions(folders: readonly string[], root: string): Promise<Result<Functions, readonly string[]>> {
  const faults: string[] = [];
  const functions = new Map<string, StoredFunction>();
  for (const folder of folders) {
    for (const files of await filesIn(folder, root, faults)) {
      const checked = checkedFunction(files);
      faults.push(...checked.faults);
      const { name } = files;
      if (functions.has(name)) faults.push(`${files.codeFile}: there is a function ${name} in another folder too`);
      const whence = { code: files.code, digest: digestOf(files.code), entry: null, environment: null };
      if (checked.faults.length === 0) functions.set(name, { name, ...checked.described, ...whence });
    }
  }
  if (faults.length > 0) return fail(faults);
  const all = [...functions.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return ok({
    find: async (name) => ok(functions.get(name) ?? null),
    names: async () => ok(all.map(({ name }) => name)),
    list: async () => ok(all),
  });
}

async function filesIn(folder: string, root: string, faults: string[]): Promise<FunctionFiles[]> {
  const read = async (name: string): Promise<string | null> => {
    try {
      return await readFile(join(resolve(root, folder), name), 'utf8');
    } catch (error) {
      faults.push(`${folder}/${name}: cannot be read: ${(error as Error).message}`);
      return null;
    }
  };
  let entries: string[];
  try {
    entries = (await readdir(resolve(root, folder))).sort();
  } catch (error) {
    faults.push(`${folder}: cannot be read: ${(error as Error).message}`);
    return [];
  }
  const found: FunctionFiles[] = [];
  const names = entries.filter((entry) => entry.endsWith('.ts') && !noFunction.test(entry)).map((entry) => entry.slice(0, -'.ts'.length));
  for (const name of names) {
    const schemaName = `${name}.schema.json`;
    if (!entries.includes(schemaName)) faults.push(`${folder}/${name}.ts: has no ${schemaName} beside it, a JSON Schema of its argument`);
    const code = await read(`${name}.ts`);
    const schema = entries.includes(schemaName) ? await read(schemaName) : null;
    if (code !== null) found.push({ name, code, codeFile: `${folder}/${name}.ts`, schema, schemaFile: `${folder}/${schemaName}` });
  }
  for (const entry of entries.filter((each) => each.endsWith('.schema.json') && !names.includes(each.slice(0, -'.schema.json'.length))))
    faults.push(`${folder}/${entry}: has no function beside it`);
  return found;
}
