import { existsSync, lstatSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { closureOf } from '../../core/library/closure.ts';
import { viewOf } from '../../core/library/entries/evolve-library.ts';
import type { FunctionEntry } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import {
  functionSkill,
  guidanceSkill,
  type SkillFile,
  type SkillFunction,
  type SkillOptions,
  skillName,
} from '../../core/library/skill-file.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { readingLibrary } from './open-library.ts';

export interface Exported {
  readonly folder: string;
  /** Names of the skills, each a folder there. */
  readonly skills: readonly string[];
}

interface Exporting extends Partial<SkillOptions> {
  /** Names of functions and ids of guidance; none = all that live and are not archived. */
  readonly only?: readonly string[];
}

/** Writes functions and guidance as Agent Skills, a folder each, into a new folder `target`: whole, or not at all. */
export function exportSkills(
  cwd: string,
  target: string,
  { only = [], license = null, allowedTools = null }: Exporting = {},
): Promise<Result<Exported, Refusal>> {
  const folder = resolve(cwd, target);
  return readingLibrary(cwd, async (library) => {
    if (isThere(folder)) return notMade(`${folder} is there already`, 'give a folder that is not there yet');
    const read = await library.read();
    if (!read.ok) return fail(refusalOf('library/unavailable', read.failure));
    const { state } = read.value;
    const unknown = only.find((each) => !state.byName.has(each) && state.guidance.get(each)?.isDeleted !== false);
    if (unknown !== undefined)
      return fail({ code: 'library/unknown-name', message: `the library has no ${unknown}`, hint: 'pawl library list  shows what it has' });
    const skills = await skillsOf(library, state, only, { license, allowedTools });
    if (!skills.ok) return skills;
    if (skills.value.size === 0) return notMade('there is nothing to export', 'pawl library add FILE  stores a function');
    return write(folder, skills.value);
  });
}

type Skills = ReadonlyMap<string, readonly SkillFile[]>;

async function skillsOf(
  library: Library,
  state: LibraryState,
  only: readonly string[],
  options: SkillOptions,
): Promise<Result<Skills, Refusal>> {
  const view = viewOf(state);
  const sources = new Map<string, string>();
  const equipped = async (entry: FunctionEntry): Promise<Result<SkillFunction, Refusal>> => {
    const closure = closureOf(view, entry);
    for (const { sourceDigest } of closure.functions) {
      if (sources.has(sourceDigest)) continue;
      const source = await library.source(sourceDigest);
      if (!source.ok) return fail(refusalOf('library/unavailable', source.failure));
      sources.set(sourceDigest, source.value ?? '');
    }
    return ok({ entry, closure, sources });
  };
  const skills = new Map<string, readonly SkillFile[]>();
  const named = (from: string): string => skillName(from, new Set(skills.keys()));
  const isWanted = (key: string, { isDeleted, status }: Pick<FunctionEntry, 'isDeleted' | 'status'>): boolean =>
    !isDeleted && (only.length === 0 ? status.kind !== 'archived' : only.includes(key));
  for (const entry of state.functions.values()) {
    if (!isWanted(entry.name, entry)) continue;
    const given = await equipped(entry);
    if (!given.ok) return given;
    const name = named(entry.name);
    skills.set(name, functionSkill(name, given.value, options));
  }
  for (const entry of state.guidance.values()) {
    if (!isWanted(entry.id, entry)) continue;
    const functions: SkillFunction[] = [];
    for (const id of entry.functionIds) {
      const about = state.functions.get(id);
      if (about === undefined || about.isDeleted) continue;
      const given = await equipped(about);
      if (!given.ok) return given;
      functions.push(given.value);
    }
    const name = named(entry.title);
    skills.set(name, guidanceSkill(name, entry, functions, options));
  }
  return ok(skills);
}

async function write(folder: string, skills: Skills): Promise<Result<Exported, Refusal>> {
  const making = `${folder}.${process.pid}.tmp`;
  try {
    for (const [skill, files] of skills) {
      for (const { path, text } of files) {
        const file = join(making, skill, path);
        await makeFolder(dirname(file));
        await writeFile(file, text);
      }
    }
    await rename(making, folder);
    return ok({ folder, skills: [...skills.keys()] });
  } catch (error) {
    return notMade(`${folder} cannot be written: ${(error as Error).message}`, 'see that its disk has room and that you may write there');
  } finally {
    // What is no folder, or lies in none, was not made: there is nothing to take away.
    await rm(making, { recursive: true, force: true }).catch(() => {});
  }
}

/** Also a link that leads nowhere: what it stands for is somebody else's to say. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** With those above it. Not by one recursive call, which never ends where the kernel says ENOENT of a folder that is there, as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

const notMade = (message: string, hint: string): Result<never, Refusal> => fail({ code: 'library/export-not-made', message, hint });
