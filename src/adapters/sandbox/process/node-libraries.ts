import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

let asked: Promise<readonly string[]> | null = null;

/** Asked once: they do not change while this Node runs. */
export function nodeLibraries(): Promise<readonly string[]> {
  asked ??= libraries();
  return asked;
}

/**
 * The shared libraries that this Node needs, its loader included, at the paths where the loader looks for them. Where they
 * cannot be asked for one by one: the system's library folders.
 */
async function libraries(): Promise<readonly string[]> {
  try {
    const { stdout } = await promisify(execFile)('ldd', [process.execPath]);
    return [...new Set(stdout.match(/(?<=\s)\/\S+/g) ?? [])];
  } catch (error) {
    // A static program has none, and ldd says so with its exit code.
    if (typeof (error as { code?: unknown }).code === 'number') return [];
    return ['/lib', '/lib64', '/usr/lib', '/usr/lib64'].filter(existsSync);
  }
}
