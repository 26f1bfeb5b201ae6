import type { Failure } from '../core/model/failure.ts';
import type { Result } from '../core/model/result.ts';

/** Where the values of secrets come from. Contract: `testing/secrets-contract.ts`. */
export interface Secrets {
  /**
   * The value of the secret that steps call so: never blank, never with a newline that only ended its file or what its command printed. What is
   * asked for again is not fetched again. Failures: `not_found` (there is none), `refused` (it cannot be a secret: too short, too
   * long, binary), `exit`, `signal`, `timeout`, `io`. No failure tells a value, or anything that a command printed.
   */
  read(name: string): Promise<Result<string, Failure>>;
}
