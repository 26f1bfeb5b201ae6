import { durationMsOf } from '../../../core/model/duration.ts';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { fail, ok, type Result } from '../../../core/model/result.ts';
import { type Primitive, type PrimitiveContext, type PrimitiveResult, primitive } from '../../../ports/primitive.ts';
import type { ProgramOutcome, Programs } from '../../../ports/programs.ts';
import { readOnlyCommand, readOnlyRefusal } from './read-only-command.ts';

/** Where shell commands of code run. */
export interface ShellPlace {
  readonly programs: Programs;
  /** Absolute. */
  readonly cwd: string;
  /** All of their environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** So much of each stream is kept. */
const outputLimitBytes = 4 * 1024 * 1024;

interface Options {
  readonly stdin?: string;
  readonly timeout?: string | number;
  readonly readOnly?: boolean;
}

/** `ctx.sh(command, …)`: shell text as `sh -c` runs it. */
export const shellPrimitive = (place: ShellPlace): Primitive =>
  primitive({
    name: 'sh',
    description:
      'Runs a shell command: sh(command, { stdin, timeout: "90s", readOnly }) gives { code, stdout, stderr, cutBytes }; code is not 0 where it failed. ' +
      'With readOnly it can change no file and reach no network, and may run beside reads.',
    arguments: {
      type: 'array',
      prefixItems: [
        { type: 'string', minLength: 1 },
        {
          type: 'object',
          properties: {
            stdin: { type: 'string' },
            timeout: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }], description: '"90s", "5m", or milliseconds' },
            readOnly: { type: 'boolean' },
          },
          additionalProperties: false,
        },
      ],
      items: false,
      minItems: 1,
    },
    result: {
      type: 'object',
      properties: { code: { type: 'integer' }, stdout: { type: 'string' }, stderr: { type: 'string' }, cutBytes: { type: 'integer' } },
      required: ['code', 'stdout', 'stderr', 'cutBytes'],
    },
    effect: { most: 'write', of: (args) => (optionsOf(args).readOnly === true ? 'read' : 'write') },
    perform: (args, call) => perform(place, args[0] as string, optionsOf(args), call),
  });

const optionsOf = (args: readonly Json[]): Options => (args[1] ?? {}) as Options;

async function perform(
  place: ShellPlace,
  command: string,
  options: Options,
  call: PrimitiveContext,
): Promise<Result<PrimitiveResult, Failure>> {
  const { timeout = call.timeoutMs, stdin = '', readOnly = false } = options;
  const timeoutMs = typeof timeout === 'number' ? timeout : durationMsOf(timeout);
  if (timeoutMs === null) return fail({ kind: 'refused', message: `the timeout "${timeout}" is no duration such as 90s or 5m` });
  const plain: [string, ...string[]] = ['sh', '-c', command];
  const argv = readOnly ? await readOnlyCommand(place.programs, place.cwd, plain) : ok(plain);
  if (!argv.ok) return argv;
  const limitMs = Math.min(timeoutMs, call.timeoutMs);
  const outcome = await place.programs.run({
    ...{ argv: argv.value, cwd: place.cwd, env: place.env, stdin, signal: call.signal },
    timeoutMs: limitMs,
    maxBytes: outputLimitBytes,
  });
  return resultOf(outcome, readOnly, limitMs);
}

function resultOf(
  { end, stdout, stderr, droppedBytes }: ProgramOutcome,
  readOnly: boolean,
  timeoutMs: number,
): Result<PrimitiveResult, Failure> {
  const errors = stderr.toString();
  const printed = `${stdout.toString()}${errors}`.trimEnd().slice(-500);
  const told = printed === '' ? '' : `; the end of what it printed: ${printed}`;
  switch (end.kind) {
    case 'exit': {
      const refusal = readOnly ? readOnlyRefusal(end.code, errors) : null;
      if (refusal !== null) return fail(refusal);
      return ok({ value: { code: end.code, stdout: stdout.toString(), stderr: errors, cutBytes: droppedBytes }, nanoUsd: 0 });
    }
    case 'signal':
      return fail({ kind: 'signal', message: `the command was ended by ${end.signal}${told}` });
    case 'timeout':
    case 'idle':
      return fail({
        kind: 'timeout',
        message: `the command took longer than ${timeoutMs / 1000} seconds and was ended, half-way perhaps${told}`,
      });
    case 'cancelled':
      return fail({ kind: 'cancelled', message: 'the command was ended, half-way perhaps, as the act was stopped' });
    case 'failed':
      return fail(end.failure);
  }
}
