import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import type { Result } from '../core/model/result.ts';

/** Functions that are stored by name, for code to call and for acts to run. */
export interface Functions {
  /** The one of this name; null = there is none. */
  find(name: string): Promise<Result<StoredFunction | null, Failure>>;
  /** All of them, by name. */
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
}
