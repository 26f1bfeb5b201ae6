import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { Result } from '../core/model/result.ts';
import type { PackageLock } from './packages.ts';

/** Functions that are stored by name, for code to call and for acts to run. */
export interface Functions {
  /** The one of this name; null = there is none. */
  find(name: string): Promise<Result<StoredFunction | null, Failure>>;
  /** Names of all of them, in their order. */
  names(): Promise<Result<readonly string[], Failure>>;
  /** Those that an act is told of before it looks for any, by name: of folders all, of a library where they are few. */
  list(): Promise<Result<readonly StoredFunction[], Failure>>;
}

export interface StoredFunction {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of its one argument. */
  readonly input: Json;
  /** A module in erasable TypeScript with `export default async function name(input, ctx)`; its form has been checked. */
  readonly code: string;
  /** sha256 of the code, in hex. */
  readonly digest: string;
  /** Names of functions that it may call, as far as its text says: more than it does rather than fewer. */
  readonly calls: readonly string[];
  /** The library's id of it and which version it is; null = it lies in a folder. */
  readonly entry: { readonly id: string; readonly version: number } | null;
  /** What it imports; null = no packages. */
  readonly environment: FunctionEnvironment | null;
}

/** Packages that functions share, to the byte. `packages`: exact, as "name@1.2.3". */
interface FunctionEnvironment extends PackageLock {
  readonly packages: readonly string[];
}
