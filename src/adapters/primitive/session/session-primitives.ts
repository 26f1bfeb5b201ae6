import { handleParts, handleText, sliceLimitChars, sliceOf } from '../../../core/effects/answer-form.ts';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { quoted } from '../../../core/model/shown-text.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Primitive, type PrimitiveContext, type PrimitiveResult, primitive } from '../../../ports/primitive.ts';

/** What the session itself is served with. */
export interface SessionServices {
  readonly clock: Clock;
  /** A number from 0 up to and not including 1. */
  readonly random: () => number;
  /** Names of the secrets that code may use. */
  readonly secrets: readonly string[];
  /** Tells people something; `key` is the same for the very same message told again. */
  readonly notify: (message: string, key: string) => Promise<Result<void, Failure>>;
  readonly blobs: Blobs;
}

const none: Json = { type: 'array', items: false };
const one = (schema: Json): Json => ({ type: 'array', prefixItems: [schema], items: false, minItems: 1 });
const free = (value: Json): Result<PrimitiveResult, Failure> => ok({ value, nanoUsd: 0 });

/** A day: who waits longer wants a task with a date. */
const longestSleepMs = 24 * 60 * 60 * 1000;

/** The time, chance, secrets, notifications and large results: what every session has. */
export const sessionPrimitives = (services: SessionServices): Primitive[] => [
  ...clockPrimitives(services),
  primitive({
    name: 'random',
    description: 'A random number from 0 up to and not including 1: random().',
    arguments: none,
    result: { type: 'number' },
    effect: 'pure',
    perform: async () => free(services.random()),
  }),
  secretPrimitive(services),
  primitive({
    name: 'notify',
    description: 'Tells the person something, without waiting for an answer: notify(message).',
    arguments: one({ type: 'string', minLength: 1, maxLength: 10_000 }),
    result: { type: 'null' },
    effect: 'idempotent',
    perform: async ([message], { key }) => {
      const told = await services.notify(message as string, key);
      return told.ok ? free(null) : told;
    },
  }),
  slicePrimitive(services),
];

const clockPrimitives = ({ clock }: SessionServices): Primitive[] => [
  primitive({
    name: 'clock.now',
    description: 'The time in milliseconds since 1970, UTC: clock.now(). Date says the same.',
    arguments: none,
    result: { type: 'integer' },
    effect: 'pure',
    perform: async () => free(clock.nowMs()),
  }),
  primitive({
    name: 'clock.sleep',
    description: 'Waits so many milliseconds: clock.sleep(ms).',
    arguments: one({ type: 'number', minimum: 0, maximum: longestSleepMs }),
    result: { type: 'null' },
    effect: 'pure',
    perform: async ([ms], { signal }) => {
      await clock.wait(ms as number, signal);
      return signal.aborted ? fail({ kind: 'cancelled', message: 'the sleep was cut short' }) : free(null);
    },
  }),
];

const secretPrimitive = ({ secrets }: SessionServices): Primitive =>
  primitive({
    name: 'secret',
    description:
      'A handle of a secret, for arguments of primitives alone: secret("TOKEN") stands for its value there; { ...await ctx.secret("TOKEN"), before: "Bearer " } puts text around it.',
    arguments: one({ type: 'string' }),
    result: { type: 'object', properties: { $secret: { type: 'string' } } },
    effect: 'pure',
    perform: async ([name]) => {
      if (secrets.includes(name as string)) return free({ $secret: name as string });
      const hint = secrets.length === 0 ? 'none may be used' : `there are ${secrets.join(', ')}`;
      return fail({ kind: 'not_found', message: `there is no secret ${quoted(name as string)} here`, hint });
    },
  });

const slicePrimitive = ({ blobs }: SessionServices): Primitive =>
  primitive({
    name: 'handle.slice',
    description: `A part of a result that was too large, by its characters: handle.slice(id, from, to), with id the "$handle" of what stands in its place. At most ${sliceLimitChars} at once.`,
    arguments: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer', minimum: 0 }, { type: 'integer', minimum: 0 }],
      items: false,
      minItems: 3,
    },
    result: { type: 'string' },
    effect: 'pure',
    perform: ([id, from, to], { gave }) => slice(blobs, gave, id as string, from as number, to as number),
  });

/** The store has what other acts, and agents, were given too: code reads what it was given itself, and nothing else by a digest that it knows. */
async function slice(
  blobs: Blobs,
  gave: PrimitiveContext['gave'],
  id: string,
  from: number,
  to: number,
): Promise<Result<PrimitiveResult, Failure>> {
  const missing: Failure = { kind: 'not_found', message: `there is no handle ${quoted(id)}`, hint: 'use the text of its "$handle"' };
  const parts = handleParts(id);
  if (parts === null || !gave(parts.digest)) return fail(missing);
  if (to - from > sliceLimitChars) return fail({ kind: 'too_large', message: `a slice has at most ${sliceLimitChars} characters` });
  const bytes = await blobs.get(parts.digest);
  if (!bytes.ok) return fail(bytes.failure.kind === 'not_found' ? missing : bytes.failure);
  let text: string | undefined;
  try {
    text = handleText(JSON.parse(Buffer.from(bytes.value).toString()), parts.pointer);
  } catch {
    return fail(missing);
  }
  return text === undefined ? fail(missing) : free(sliceOf(text, from, Math.max(from, to)));
}
