import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../../core/model/digest.ts';
import type { Failure } from '../../../core/model/failure.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import type { Installed, InstallRequest, PackageLock, Packages } from '../../../ports/packages.ts';
import type { Programs } from '../../../ports/programs.ts';
import { folderBytes } from './folder-bytes.ts';
import { npmFailure } from './npm-failure.ts';

export interface NpmPlace {
  readonly programs: Programs;
  /** Absolute; each installation is a folder in it. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

const defaultTimeoutMs = 5 * 60_000;
const defaultMostBytes = 256 * 1024 * 1024;

/** A name, with a version or a range of it: no addresses, folders, aliases or options. */
const specForm = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?:@[\w.^~<>=*|+ -]+)?$/i;

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error'];

/** Packages from the registry that npm is configured for. */
export function npmPackages(place: NpmPlace): Packages {
  return {
    install: (request) => install(place, request),
    restore: (id, lock, signal) => restore(place, id, lock, signal),
    there: (id, lock) => there(place, id, lock),
  };
}

async function install(place: NpmPlace, { id, wanted, before, signal }: InstallRequest): Promise<Result<Installed, Failure>> {
  const odd = wanted.find((spec) => !specForm.test(spec));
  if (odd !== undefined)
    return fail({ kind: 'refused', message: `${quoted(odd)} names no package`, hint: 'write name or name@1.2.3, as the registry has it' });
  const folder = join(place.folder, id);
  const made = await laid(folder, before ?? { manifest: JSON.stringify({ private: true }), lock: '' });
  if (!made.ok) return made;
  const run = await npm(place, folder, ['install', ...quiet, '--save-exact', '--', ...wanted], signal);
  if (!run.ok) return run;
  const lock = await readLock(folder);
  if (!lock.ok) return lock;
  await writeFile(join(folder, wholeFile), digestOf(lock.value.lock));
  return ok({ folder, lock: lock.value, packages: versionsIn(lock.value.manifest) });
}

async function restore(place: NpmPlace, id: string, lock: PackageLock, signal: AbortSignal): Promise<Result<string, Failure>> {
  const found = await there(place, id, lock);
  if (found !== null) return ok(found);
  const folder = join(place.folder, id);
  const made = await laid(folder, lock);
  if (!made.ok) return made;
  const run = await npm(place, folder, ['ci', ...quiet], signal);
  if (!run.ok) return run;
  await writeFile(join(folder, wholeFile), digestOf(lock.lock));
  return ok(folder);
}

/** Stands where an installation went to its end. */
const wholeFile = 'whole';

async function there({ folder }: NpmPlace, id: string, { lock }: PackageLock): Promise<string | null> {
  const whole = await readFile(join(folder, id, wholeFile), 'utf8').catch(() => null);
  return whole === digestOf(lock) ? join(folder, id) : null;
}

async function laid(folder: string, { manifest, lock }: PackageLock): Promise<Result<void, Failure>> {
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await writeFile(join(folder, 'package.json'), manifest);
    if (lock !== '') await writeFile(join(folder, 'package-lock.json'), lock);
    return ok(undefined);
  } catch (error) {
    return fail({ kind: 'io', message: `the folder of packages cannot be made: ${(error as Error).message}` });
  }
}

async function readLock(folder: string): Promise<Result<PackageLock, Failure>> {
  try {
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    return ok({ manifest: await read('package.json'), lock: await read('package-lock.json') });
  } catch (error) {
    return fail({ kind: 'io', message: `npm left no lock file: ${(error as Error).message}` });
  }
}

const versionsIn = (manifest: string): string[] => {
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  return Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
};

async function npm(place: NpmPlace, folder: string, args: readonly string[], signal: AbortSignal): Promise<Result<void, Failure>> {
  const { programs, env, timeoutMs = defaultTimeoutMs, mostBytes = defaultMostBytes } = place;
  const path = await programs.find('npm');
  if (path === null) return fail({ kind: 'not_found', message: 'npm was not found on PATH', hint: 'install Node with npm' });
  const outcome = await programs.run({ argv: [path, ...args], cwd: folder, env, timeoutMs, signal, maxBytes: 1024 * 1024 });
  const failure = npmFailure(outcome);
  const bytes = failure === null ? await folderBytes(folder) : 0;
  if (failure === null && bytes <= mostBytes) return ok(undefined);
  await rm(folder, { recursive: true, force: true });
  return fail(
    failure ?? {
      kind: 'too_large',
      message: `the packages take ${Math.ceil(bytes / 1024 / 1024)} MiB, more than ${Math.floor(mostBytes / 1024 / 1024)} MiB`,
    },
  );
}
