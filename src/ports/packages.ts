import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/** Packages that code may import: each installation is a folder of its own, for good. Scripts of packages are not run. */
export interface Packages {
  /** Installs what is `wanted` (name, name@version) together with what `before` has. `id` names the folder; what an installation that was cut off left there goes. */
  install(request: InstallRequest): Promise<Result<Installed, Failure>>;
  /** The folder of an installation: as it is, or installed again from its lock. */
  restore(id: string, lock: PackageLock, signal: AbortSignal): Promise<Result<string, Failure>>;
  /** The folder of an installation that is there whole; null where it is not. Installs nothing. */
  there(id: string, lock: PackageLock): Promise<string | null>;
}

export interface InstallRequest {
  readonly id: string;
  readonly wanted: readonly string[];
  readonly before: PackageLock | null;
  readonly signal: AbortSignal;
}

export interface Installed {
  /** Absolute; it has `node_modules`. */
  readonly folder: string;
  readonly lock: PackageLock;
  /** Exact: "name@1.2.3", of all that were wanted so far. */
  readonly packages: readonly string[];
}

/** Says to the byte what is installed, both as JSON text. */
export interface PackageLock {
  readonly manifest: string;
  readonly lock: string;
}
