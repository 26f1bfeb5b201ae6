import { schemaCheck } from '../../core/effects/schema-check.ts';
import type { ActSettings } from '../../core/events/act-event.ts';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import { listed, quoted } from '../../core/model/shown-text.ts';
import { nearest } from '../../core/workflow/diagnoses/nearest.ts';
import { valueOf } from '../../journaling/value-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Functions } from '../../ports/functions.ts';
import type { ActOptions } from './act-options.ts';

type Asked = Pick<ActOptions, 'entrypoint' | 'args' | 'repairAttempts'>;

/** What is wrong with how a function is to be run; null = nothing. `names`: of all that there are. */
export async function entrypointMistake(
  { entrypoint, args, repairAttempts = 1 }: Asked,
  functions: Functions | null,
  names: readonly string[],
): Promise<Refusal | null> {
  if (!Number.isInteger(repairAttempts) || repairAttempts < 0)
    return wrong(`repairAttempts is a whole number from 0, not ${JSON.stringify(repairAttempts)}`, 'leave it out for the default, 1');
  if (entrypoint === undefined)
    return args === undefined ? null : wrong('args are those of an entrypoint, and none is named', 'name a stored function');
  const stored = functions === null ? ok(null) : await functions.find(entrypoint);
  if (!stored.ok) return refusalOf('store/unavailable', stored.failure);
  const found = stored.value;
  if (found === null) {
    const near = nearest(entrypoint, names);
    const hint =
      names.length === 0
        ? 'name folders of functions in pawl.yml (docs/functions.md)'
        : near === null
          ? `there are ${listed(names)}`
          : `did you mean ${near}?`;
    return wrong(`there is no function ${quoted(entrypoint)}`, hint);
  }
  const json = canonicalJson(args ?? {});
  if (!json.ok) return wrong(`args are no JSON: ${json.message}`, found.description);
  const mistakes = schemaCheck(found.input, 'args')(JSON.parse(json.text));
  return mistakes.length === 0 ? null : wrong(`${entrypoint} does not take these: ${mistakes.join('; ')}`, found.description);
}

const wrong = (message: string, hint: string): Refusal => ({ code: 'cli/usage', message, hint });

/** As it stands in the settings of the act. */
export async function entrypointOf(
  blobs: Blobs,
  { entrypoint, args = {}, repairAttempts = 1 }: Asked,
): Promise<Result<ActSettings['entrypoint'], Refusal>> {
  if (entrypoint === undefined) return ok(null);
  const value = await valueOf(blobs, Buffer.from(JSON.stringify(args)));
  return value.ok ? ok({ name: entrypoint, args: value.value, repairAttempts }) : fail(refusalOf('store/unavailable', value.failure));
}
