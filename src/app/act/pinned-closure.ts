import type { PinnedFunction } from '../../core/events/event-parts.ts';
import { digestOf } from '../../core/model/digest.ts';
import type { Failure } from '../../core/model/failure.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { valueOf } from '../../journaling/value-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { StoredFunction } from '../../ports/functions.ts';

type Find = (name: string) => Promise<Result<StoredFunction | null, Failure>>;

/** A function and all that it can come to call, each once, itself first. They may well call one another. */
export async function closureOf(stored: StoredFunction, find: Find): Promise<Result<readonly StoredFunction[], Failure>> {
  const closure = new Map([[stored.name, stored]]);
  for (const each of closure.values()) {
    for (const name of each.calls) {
      if (closure.has(name)) continue;
      const called = await find(name);
      if (!called.ok) return called;
      if (called.value !== null) closure.set(name, called.value);
    }
  }
  return ok([...closure.values()]);
}

/** Functions as they are written down, which are all that they call. */
export async function pinsOf(blobs: Blobs, functions: readonly StoredFunction[]): Promise<Result<readonly PinnedFunction[], Failure>> {
  const pins: PinnedFunction[] = [];
  for (const one of functions) {
    const pin = await pinOf(blobs, one, async (name) => ok(functions.find((each) => each.name === name) ?? null));
    if (!pin.ok) return pin;
    pins.push(pin.value);
  }
  return ok(pins);
}

/** A function as it is written down. */
export async function pinOf(blobs: Blobs, stored: StoredFunction, find: Find): Promise<Result<PinnedFunction, Failure>> {
  const { name, description, input, digest, calls, entry, environment } = stored;
  const closure = await closureOf(stored, find);
  if (!closure.ok) return closure;
  const source = await valueOf(blobs, Buffer.from(stored.code));
  if (!source.ok) return source;
  const common = { name, entry, digest, closure: closureDigest(closure.value), source: source.value, description, input };
  // Names in its text that no function has are nothing that it calls.
  const known = calls.filter((called) => closure.value.some((each) => each.name === called));
  if (environment === null) return ok({ ...common, calls: known, environment: null });
  const manifest = await valueOf(blobs, Buffer.from(environment.manifest));
  if (!manifest.ok) return manifest;
  const lock = await valueOf(blobs, Buffer.from(environment.lock));
  if (!lock.ok) return lock;
  return ok({ ...common, calls: known, environment: { packages: environment.packages, manifest: manifest.value, lock: lock.value } });
}

const closureDigest = (closure: readonly StoredFunction[]): string =>
  digestOf(
    closure
      .map(({ name, digest, environment }) => [name, digest, environment === null ? '' : digestOf(environment.lock)].join(' '))
      .sort()
      .join('\n'),
  );
