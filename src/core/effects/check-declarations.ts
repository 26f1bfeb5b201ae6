import { effectClasses } from '../model/effect-class.ts';
import { quoted } from '../model/shown-text.ts';
import { isReachable } from './ctx-path.ts';
import { declared, type PrimitiveDeclaration, type WrittenDeclaration } from './declaration.ts';
import { isOfResult } from './journaled-json.ts';
import { pointerParts } from './json-pointer.ts';
import { schemaFaults } from './schema-check.ts';

/** One mistake in a declaration of the user's own. `place`: where in what the file exports, as `mail.effect`. */
interface DeclarationFault {
  readonly place: string;
  readonly message: string;
}

/** Something that a file exports as a primitive, under the name that it has there. */
export interface Exported {
  readonly at: string;
  readonly value: unknown;
}

/** What was looked at, whole; `declarations` go with `exported` one to one, and are only of use where there are no faults. */
export interface CheckedDeclarations {
  readonly declarations: readonly PrimitiveDeclaration[];
  readonly faults: readonly DeclarationFault[];
}

/**
 * Checks declarations that somebody wrote as plain data, and puts the defaults in: all mistakes at once. `taken`: names that are in use.
 * What may be left out: result (any JSON), identity (all arguments), settles (none), redacted (nothing), estimateNanoUsd (free).
 */
export function checkDeclarations(exported: readonly Exported[], taken: Iterable<string>): CheckedDeclarations {
  const names = new Set(taken);
  const faults: DeclarationFault[] = [];
  const declarations = exported.map(({ at, value }) => {
    const report = (key: string, message: string) => faults.push({ place: key === '' ? at : `${at}.${key}`, message });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report('', 'must be an object that declares a primitive; see docs/primitives.md');
      return completed({});
    }
    checkOne(value as Given, report);
    const { name } = value as Given;
    if (typeof name === 'string' && names.has(name)) report('name', `${quoted(name)} is the name of another primitive`);
    if (typeof name === 'string') names.add(name);
    return completed(value as Given);
  });
  return { declarations, faults };
}

type Given = { readonly [K in keyof PrimitiveDeclaration]?: unknown } & { readonly perform?: unknown; readonly probe?: unknown };
type Report = (key: string, message: string) => void;

const completed = (given: Given): PrimitiveDeclaration => declared(given as WrittenDeclaration);

const known: ReadonlySet<string> = new Set([
  ...['name', 'description', 'arguments', 'result', 'effect', 'identity', 'settles', 'redacted', 'estimateNanoUsd', 'perform', 'probe'],
]);

function checkOne(given: Given, report: Report): void {
  const { name, description, perform, estimateNanoUsd } = completed(given) as Given;
  for (const key of Object.keys(given)) if (!known.has(key)) report(key, `is not read; there are ${[...known].join(', ')}`);
  if (typeof name !== 'string' || !isName(name))
    report('name', 'must be what code calls below ctx, as "db.query": words of letters and digits with dots between');
  if (typeof description !== 'string' || description.trim() === '')
    report('description', 'must say what it does, in a sentence that the model reads');
  if (typeof perform !== 'function') report('perform', 'must be a function (args, call) that does it');
  if (!Number.isSafeInteger(estimateNanoUsd) || (estimateNanoUsd as number) < 0)
    report('estimateNanoUsd', 'must be what a call costs in whole nano-dollars (1e9 = one dollar); 0 = free');
  checkSchemas(given, report);
  checkEffect(given, report);
  checkPointers(given, report);
}

const isName = (name: string): boolean => isReachable(name) && name.split('.').every((word) => /^[A-Za-z_][\w-]*$/.test(word));

function checkSchemas(given: Given, report: Report): void {
  const { arguments: args, result = null } = given;
  const faults = schemaFaults(args);
  for (const fault of faults) report('arguments', fault);
  const isList = faults.length > 0 || (args as { type?: unknown }).type === 'array';
  if (!isList) report('arguments', 'must be of the list of arguments: { type: "array", prefixItems: [ … ] }');
  if (result !== null) for (const fault of schemaFaults(result)) report('result', fault);
}

const classList = effectClasses.map((each) => `"${each}"`).join(', ');

function checkEffect({ effect, settles = 'none', probe }: Given, report: Report): void {
  const isClass = (value: unknown): boolean => effectClasses.includes(value as (typeof effectClasses)[number]);
  if (typeof effect === 'object' && effect !== null) {
    const { most, of } = effect as { most?: unknown; of?: unknown };
    if (!isClass(most)) report('effect.most', `must be one of ${classList}`);
    if (typeof of !== 'function') report('effect.of', 'must be a function of the list of arguments that gives a class');
  } else if (!isClass(effect)) report('effect', `must be one of ${classList}, or { most, of(args) }`);
  if (settles !== 'keyed' && settles !== 'probe' && settles !== 'none' && typeof settles !== 'function')
    report('settles', 'must be "keyed", "probe" or "none", or a function of the list of arguments that gives one of them');
  if (settles === 'probe' && typeof probe !== 'function')
    report('probe', 'must be a function (args, call) that tells whether a call happened, as it settles by probe');
  if (probe !== undefined && settles !== 'probe' && typeof settles !== 'function') report('probe', 'is only asked with settles: "probe"');
}

function checkPointers({ identity = null, redacted = [] }: Given, report: Report): void {
  const isPointers = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && pointerParts(each) !== null);
  if (!isPointers(redacted)) report('redacted', 'must be a list of JSON Pointers such as "/0/password" or "/result/token"');
  if (identity === null) return;
  if (!isPointers(identity) || identity.length === 0) {
    report('identity', 'must be a list of JSON Pointers into the list of arguments such as "/0/to", or null for all of them');
    return;
  }
  if (!isPointers(redacted)) return;
  for (const pointer of redacted.filter((each) => !isOfResult(each))) {
    if (identity.includes(pointer)) report('identity', `${pointer} is redacted, so it cannot say which effect a call is`);
  }
}
