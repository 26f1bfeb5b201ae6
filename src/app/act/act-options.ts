import type { ModelScript } from '../../adapters/model/scripted/model-script.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { ActLimits } from '../../core/events/act-event.ts';
import type { StoredEvent } from '../../core/events/envelope.ts';
import { durationMsOf } from '../../core/model/duration.ts';
import type { Json } from '../../core/model/json.ts';
import { nanoUsdOf } from '../../core/model/money.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { PrimitiveDefinition } from './define-primitive.ts';

export type { ModelScript, ScriptedTurn } from '../../adapters/model/scripted/model-script.ts';

/** How an act is to be. */
export interface ActOptions {
  /** Whether it may put anything into the library; default true. */
  readonly canStore?: boolean;
  /** Whether it may write code; else it may only use stored functions. Default true. */
  readonly canCompose?: boolean;
  /** Whether it goes on after its answer and waits to be told more, until it is stopped; default false. */
  readonly persist?: boolean;
  /** A stored function that is run first, with no model: what it gives is the result, as JSON. Where it fails, the model takes over. */
  readonly entrypoint?: string;
  /** Its one argument; default {}. */
  readonly args?: Json;
  /** How many new versions of it a model may propose where it fails; default 1. Nothing is proposed yet: there is no library to propose it to. */
  readonly repairAttempts?: number;
  /** How it is to work. */
  readonly guidelines?: string;
  /** A JSON Schema (2020-12) of the result; then the result is JSON. */
  readonly responseSchema?: Json;
  /** A tier of `pawl.yml` (smart, general, fast) or a model; default: the tier smart, else what a key is found for. */
  readonly model?: string;
  readonly limits?: {
    /** Default 60. */
    readonly turns?: number;
    /** As "30m", the default. */
    readonly wallClock?: string;
    /** Default 2. */
    readonly budgetUsd?: number;
    /** Default: none. */
    readonly tokens?: number;
    /** For each cell of code, as "1h", the default. */
    readonly codeTimeout?: string;
  };
  /** Primitives of the program's own (`definePrimitive`), besides those of files that `pawl.yml` names; whoever resumes the act gives them again. */
  readonly primitives?: readonly PrimitiveDefinition<never>[];
  /** The folder that it works in; default: the process's. */
  readonly cwd?: string;
  /** Where keys and secrets are looked for, and what commands inherit; default: the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Replies in place of a model: a file of them, or themselves. For tests and demonstrations; says so wherever it shows. */
  readonly script?: string | ModelScript;
  /** Replies in place of the model that reviews the act: a file of them, or themselves. For tests and demonstrations. */
  readonly librarian?: string | ModelScript;
  /** What the task wants of the review; it holds where the act succeeds and is not stopped, also with `canStore: false`. */
  readonly reviewContext?: {
    /** How the review is called where people watch; default "Storing reusable skills". */
    readonly label?: string;
    readonly instructions: string;
    /** The only tools of the librarian that it may use; default all. */
    readonly tools?: readonly string[];
  };
  /** 'weak': code runs although a layer of isolation is missing on this machine. */
  readonly sandbox?: 'strict' | 'weak';
  /** Aborting it cancels the act. */
  readonly signal?: AbortSignal;
  /** Told of each event once it is on disk. */
  readonly onEvent?: (stored: StoredEvent) => void;
  /** Told what the model writes as it comes; not kept. */
  readonly onActivity?: (line: string) => void;
}

const defaults = { turns: 60, wallClock: '30m', budgetUsd: 2, codeTimeout: '1h' };

/** The limits of an act, in the units that are computed with. */
export function limitsOf(given: NonNullable<ActOptions['limits']>, { budget }: Pick<Configuration, 'budget'>): Result<ActLimits, Refusal> {
  const { turns = defaults.turns, wallClock = defaults.wallClock, codeTimeout = defaults.codeTimeout } = given;
  const wallClockMs = durationMsOf(wallClock);
  const codeTimeoutMs = durationMsOf(codeTimeout);
  if (wallClockMs === null || wallClockMs === 0) return fail(noLimit('wallClock', wallClock, 'a number with its unit, as 30m'));
  if (codeTimeoutMs === null || codeTimeoutMs === 0) return fail(noLimit('codeTimeout', codeTimeout, 'a number with its unit, as 1h'));
  if (!Number.isInteger(turns) || turns < 1) return fail(noLimit('turns', turns, 'a whole number from 1'));
  const usd = given.budgetUsd ?? defaults.budgetUsd;
  const own = nanoUsdOf(usd);
  if (own === null || own === 0) return fail(noLimit('budgetUsd', usd, 'an amount above zero'));
  const { tokens = null } = given;
  if (tokens !== null && !(Number.isInteger(tokens) && tokens > 0)) return fail(noLimit('tokens', tokens, 'a whole number from 1'));
  const nanoUsd = given.budgetUsd === undefined && budget.nanoUsd !== null ? Math.min(own, budget.nanoUsd) : own;
  return ok({ turns, wallClockMs, codeTimeoutMs, nanoUsd, tokens });
}

const noLimit = (name: string, given: unknown, wanted: string): Refusal => ({
  code: 'cli/usage',
  message: `the limit ${name} is ${wanted}, not ${JSON.stringify(given)}`,
  hint: 'leave it out for the default',
});
