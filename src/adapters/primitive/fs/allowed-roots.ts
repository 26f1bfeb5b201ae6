import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';

/** A path that code may use, as it really is: no part of it is a link. */
export interface RealPlace {
  /** The deepest part of it that is there. */
  readonly there: string;
  /** The names below that, which are not there yet; empty where all of it is. */
  readonly missing: readonly string[];
}

export const pathOf = ({ there, missing }: RealPlace): string => join(there, ...missing);

/**
 * The folders that code may reach, by their real paths. What a path says is never compared: links are followed first, those of folders
 * on the way to a file that is not there yet too, and a link to nothing is refused.
 */
export class AllowedRoots {
  private readonly roots: readonly string[];

  /** Absolute; relative paths are below the first. */
  constructor(roots: readonly [string, ...string[]]) {
    this.roots = roots;
  }

  /** The real place of a path. `entry`: of a link itself, and not of what it leads to. */
  async place(path: string, entry: 'followed' | 'itself' = 'followed'): Promise<Result<RealPlace, Failure>> {
    if (path.includes('\0')) return fail({ kind: 'refused', message: `the path ${quoted(path)} holds a NUL` });
    const full = resolve(this.roots[0] as string, path);
    const found = entry === 'followed' ? await deepest(full) : await deepest(dirname(full));
    if (!found.ok) return found;
    const place = entry === 'followed' ? found.value : { there: found.value.there, missing: [...found.value.missing, basename(full)] };
    const real = pathOf(place);
    for (const root of this.roots) if (isWithin(await realpath(root), real)) return ok(place);
    return fail({
      kind: 'refused',
      message: `${quoted(path)} is outside of what may be reached`,
      hint: `it must be below ${this.roots.join(' or ')}`,
    });
  }

  /** As `place`, and a place that may be changed: no root itself, and nothing of the stores of git and Pawl. */
  async changeable(path: string, entry: 'followed' | 'itself'): Promise<Result<RealPlace, Failure>> {
    const place = await this.place(path, entry);
    if (!place.ok) return place;
    const real = pathOf(place.value);
    const kept = await this.keptPart(real);
    if (kept !== undefined)
      return fail({ kind: 'refused', message: `${quoted(path)} lies in ${kept}, which is only changed by its own program` });
    for (const root of this.roots)
      if ((await realpath(root)) === real) return fail({ kind: 'refused', message: `${quoted(path)} is the folder of everything here` });
    return place;
  }

  /** A store that a place lies in, below the root that it is reached by: a step's own work tree lies in Pawl's folder itself. */
  private async keptPart(real: string): Promise<string | undefined> {
    const ways: (string | undefined)[] = [];
    for (const root of this.roots) {
      const base = await realpath(root);
      if (isWithin(base, real)) ways.push(relative(base, real).split(sep).find(isKept));
    }
    return ways.includes(undefined) ? undefined : ways[0];
  }
}

/** Letter case and trailing dots and blanks count for nothing: some file systems take them for the same. */
export const isKept = (name: string): boolean => /^\.(git|pawl)[. ]*$/i.test(name);

/** By parts of the path: `/srv/share-secret` is not below `/srv/share`. */
function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function deepest(full: string): Promise<Result<RealPlace, Failure>> {
  const missing: string[] = [];
  for (let path = full; ; path = dirname(path)) {
    try {
      return ok({ there: await realpath(path), missing });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT')
        return fail({ kind: code === 'ENOTDIR' ? 'not_found' : 'io', message: `${quoted(full)} cannot be reached (${code})` });
    }
    // There, and yet without a real path: a link to nothing. What is written to it would be made where it leads.
    if (await isThere(path)) return fail({ kind: 'refused', message: `${quoted(path)} is a link to nothing` });
    missing.unshift(basename(path));
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
