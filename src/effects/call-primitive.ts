import { schemaCheck } from '../core/effects/schema-check.ts';
import type { Failure } from '../core/model/failure.ts';
import { fail, ok, type Result } from '../core/model/result.ts';
import { listed, quoted } from '../core/model/shown-text.ts';
import { nearest } from '../core/workflow/diagnoses/nearest.ts';
import type { Functions, StoredFunction } from '../ports/functions.ts';
import { type Primitive, primitive } from '../ports/primitive.ts';

/**
 * `ctx.call`: gives the text of a function, once its argument is found to be as the function takes it. The session runs it; what it calls are calls of
 * the same cell. So the journal has the text as it was, and a file that has changed since changes no replay. `used` is told before the text is given.
 */
export const callPrimitive = (functions: Functions, used: (stored: StoredFunction) => Promise<Result<void, Failure>>): Primitive =>
  primitive({
    name: 'call',
    description: 'Runs a stored function and gives what it gives, as JSON: call(name, input).',
    arguments: { type: 'array', prefixItems: [{ type: 'string' }, {}], minItems: 2, items: false },
    result: { type: 'object', properties: { code: { type: 'string' }, digest: { type: 'string' } }, required: ['code', 'digest'] },
    effect: 'read',
    async perform([name, input]) {
      const found = await functions.find(name as string);
      if (!found.ok) return found;
      if (found.value === null) return fail(await missing(functions, name as string));
      const { code, digest, description } = found.value;
      const mistakes = schemaCheck(found.value.input, 'input')(input);
      if (mistakes.length === 0) {
        const known = await used(found.value);
        return known.ok ? ok({ value: { code, digest }, nanoUsd: 0 }) : known;
      }
      return fail({
        kind: 'refused',
        message: `${name} was not called, as it does not take this: ${mistakes.join('; ')}`,
        hint: description,
      });
    },
  });

async function missing(functions: Functions, name: string): Promise<Failure> {
  const all = await functions.names();
  const names = all.ok ? all.value : [];
  const near = nearest(name, names);
  const hint = near === null ? `there are ${listed(names)}` : `did you mean ${near}?`;
  return { kind: 'not_found', message: `there is no function ${quoted(name)}`, hint };
}
