import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SecretSource } from '../../core/configuration/configuration.ts';
import type { Failure } from '../../core/model/failure.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { secretFault } from '../../core/secrets/secret-fault.ts';
import type { Programs } from '../../ports/programs.ts';
import type { Secrets } from '../../ports/secrets.ts';

interface SecretPlace {
  /** By the name that steps call them; a name that is not here is a variable of the environment. */
  readonly sources: ReadonlyMap<string, SecretSource>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths are relative to and commands run in. */
  readonly folder: string;
  readonly programs: Programs;
  /** Aborted when nobody waits for the values any more. */
  readonly signal?: AbortSignal;
}

/** Long enough for a person to touch a key; whoever waits for a password on a terminal waits for ever. */
const commandTimeoutMs = 60_000;

/** Secrets from the environment, files and commands, each fetched once. */
export function sourcedSecrets(place: SecretPlace): Secrets {
  const fetched = new Map<string, Promise<Result<string, Failure>>>();
  return {
    read(name) {
      const value = fetched.get(name) ?? checked(name, place);
      fetched.set(name, value);
      return value;
    },
  };
}

async function checked(name: string, place: SecretPlace): Promise<Result<string, Failure>> {
  const value = await fetchedFrom(name, place.sources.get(name) ?? { from: 'env', variable: name }, place);
  if (!value.ok) return value;
  const fault = secretFault(name, value.value);
  return fault === null ? value : fail(fault);
}

async function fetchedFrom(name: string, source: SecretSource, place: SecretPlace): Promise<Result<string, Failure>> {
  switch (source.from) {
    case 'env': {
      const value = place.env[source.variable];
      if (value !== undefined) return ok(value);
      return fail({ kind: 'not_found', message: `the variable ${source.variable} is not set` });
    }
    case 'file':
      return fromFile(source.path, place);
    case 'command':
      return fromCommand(name, source.command, place);
  }
}

async function fromFile(path: string, { env, folder }: SecretPlace): Promise<Result<string, Failure>> {
  const full = path.startsWith('~/') && env.HOME ? join(env.HOME, path.slice(2)) : resolve(folder, path);
  try {
    return textOf(path, await readFile(full));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    return fail({
      kind: missing ? 'not_found' : 'io',
      message: missing ? `there is no file ${path}` : `the file ${path} cannot be read (${code})`,
    });
  }
}

async function fromCommand(name: string, command: string, place: SecretPlace): Promise<Result<string, Failure>> {
  const env = Object.fromEntries(Object.entries(place.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  const { end, stdout } = await place.programs.run({
    argv: ['sh', '-c', command],
    cwd: place.folder,
    env,
    timeoutMs: commandTimeoutMs,
    maxBytes: 1024 * 1024,
    ...(place.signal === undefined ? {} : { signal: place.signal }),
  });
  const what = `the command of the secret ${name}`;
  // Not even what it said on stderr: it may be a part of the value.
  const hint = 'run it by yourself to see what it says; it stands in pawl.yml';
  switch (end.kind) {
    case 'exit':
      return end.code === 0 ? textOf(what, stdout) : fail({ kind: 'exit', message: `${what} ended with exit code ${end.code}`, hint });
    case 'signal':
      return fail({ kind: 'signal', message: `${what} was ended by ${end.signal}`, hint });
    case 'failed':
      return fail(end.failure);
    case 'cancelled':
      return fail({ kind: 'cancelled', message: `${what} was cancelled` });
    case 'timeout':
    case 'idle':
      return fail({ kind: 'timeout', message: `${what} took more than ${commandTimeoutMs / 1000} seconds`, hint });
  }
}

function textOf(what: string, bytes: Uint8Array): Result<string, Failure> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/(\r?\n)+$/, ''));
  } catch {
    return fail({ kind: 'refused', message: `${what} gives no UTF-8 text`, hint: 'encode it, as in base64' });
  }
}
