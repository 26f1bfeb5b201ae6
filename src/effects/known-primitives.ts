import { type SchemaCheck, schemaCheck } from '../core/effects/schema-check.ts';
import { secretNames, withSecrets } from '../core/effects/secret-handle.ts';
import type { Failure } from '../core/model/failure.ts';
import type { Json } from '../core/model/json.ts';
import { listed, quoted } from '../core/model/shown-text.ts';
import { nearest } from '../core/workflow/diagnoses/nearest.ts';
import type { Primitive } from '../ports/primitive.ts';

/** A primitive with its schemas ready for use. */
export class KnownPrimitive {
  readonly declared: Primitive;
  private readonly checkArguments: SchemaCheck;
  private readonly checkResult: SchemaCheck | null;

  constructor(declared: Primitive) {
    this.declared = declared;
    this.checkArguments = schemaCheck(declared.arguments, 'arguments');
    this.checkResult = declared.result === null ? null : schemaCheck(declared.result, 'result');
  }

  /** Why it does not take these arguments, said to code; null where it does. A handle of a secret counts as a text. */
  mistakeIn(args: readonly Json[]): Failure | null {
    const plain = secretNames(args).length === 0 ? args : withSecrets(args, (name) => name);
    const mistakes = this.checkArguments(plain);
    const { name, description } = this.declared;
    if (mistakes.length === 0) return null;
    return {
      kind: 'refused',
      message: `ctx.${name} was not called, as it does not take these arguments: ${mistakes.join('; ')}`,
      hint: description,
    };
  }

  /** What is wrong with a result; null = nothing. */
  faultIn(value: Json): string | null {
    const faults = this.checkResult?.(value) ?? [];
    return faults.length === 0 ? null : faults.join('; ');
  }
}

/** All primitives that an act has, by name. */
export class KnownPrimitives {
  private readonly known: ReadonlyMap<string, KnownPrimitive>;

  constructor(primitives: Iterable<Primitive>) {
    this.known = new Map([...primitives].map((each) => [each.name, new KnownPrimitive(each)]));
  }

  get(name: string): KnownPrimitive | null {
    return this.known.get(name) ?? null;
  }

  /** What is said to code that calls what is not there. */
  missing(name: string): Failure {
    const names = [...this.known.keys()];
    const near = nearest(name, names);
    const hint = near === null ? `there are ${listed(names)}` : `did you mean ctx.${near}?`;
    return { kind: 'not_found', message: `there is no ctx.${quoted(name).slice(1, -1)}`, hint };
  }
}
