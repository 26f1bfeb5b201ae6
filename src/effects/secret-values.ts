import { secretNames, withSecrets } from '../core/effects/secret-handle.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { quoted } from '../core/model/shown-text.ts';
import { type Redactor, redactorOf } from '../core/secrets/redactor.ts';
import type { Secrets } from '../ports/secrets.ts';

/**
 * The secrets that an act may use. Code has handles of them; their values go into the arguments of a primitive as it is performed, and are
 * taken out of all that comes back.
 */
export class SecretValues {
  private readonly secrets: Secrets;
  private readonly allowed: ReadonlySet<string>;
  private readonly values: Map<string, string>;
  private redactor: Redactor;

  /** `known`: values by name that are taken out from the beginning, whether or not they may be used. */
  constructor(secrets: Secrets, allowed: ReadonlySet<string>, known: ReadonlyMap<string, string>) {
    this.secrets = secrets;
    this.allowed = allowed;
    this.values = new Map(known);
    this.redactor = redactorOf(this.values);
  }

  /** A text that code computes with, without values of secrets. */
  readonly clean = (text: string): string => this.redactor.text(text);

  cleanFailure(failure: Failure): Failure {
    const { message, hint } = failure;
    return { ...failure, message: this.redactor.words(message), ...(hint === undefined ? {} : { hint: this.redactor.words(hint) }) };
  }

  /** The value of one, from now on taken out of everything. */
  async read(name: string): Promise<Result<string, Failure>> {
    if (!this.allowed.has(name)) {
      const hint = this.allowed.size === 0 ? 'none may be used' : `there are ${[...this.allowed].join(', ')}`;
      return fail({ kind: 'not_found', message: `there is no secret ${quoted(name)} here`, hint });
    }
    const value = await this.secrets.read(name);
    if (value.ok && this.values.get(name) !== value.value) {
      this.values.set(name, value.value);
      this.redactor = redactorOf(this.values);
    }
    return value;
  }

  /** Arguments with the values of secrets in place of their handles: for a primitive, and nobody else. */
  async filledIn(args: readonly Json[]): Promise<Result<readonly Json[], Failure>> {
    const values = new Map<string, string>();
    for (const name of secretNames(args)) {
      const value = await this.read(name);
      if (!value.ok) return value;
      values.set(name, value.value);
    }
    return ok(values.size === 0 ? args : withSecrets(args, (name) => values.get(name) as string));
  }
}
