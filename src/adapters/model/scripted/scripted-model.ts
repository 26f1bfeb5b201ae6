import type { Failure } from '../../../core/model/failure.ts';
import { nanoUsdOf } from '../../../core/model/money.ts';
import type { Model, ModelAnswer, ModelRequest } from '../../../ports/model.ts';
import type { ModelScript, ScriptedCall, ScriptedTurn } from './model-script.ts';

export type { ModelScript, ScriptedTurn } from './model-script.ts';

export interface ScriptedOptions {
  /** How many turns are used up already, for an act that is taken up again; default 0. */
  readonly turnsMade?: number;
  /** Default 200,000. */
  readonly contextTokens?: number;
}

/** A model that follows a script, and asks none: for tests and demonstrations. Each request takes the next turn. */
export function scriptedModel(script: ModelScript, { turnsMade = 0, contextTokens = 200_000 }: ScriptedOptions = {}): Model {
  let next = turnsMade;
  return {
    name: 'scripted',
    label: 'scripted model (no model is asked)',
    contextTokens,
    billing: 'reported',
    start(request) {
      // Taken now, not when it is awaited: requests that start together keep their order.
      const number = next++;
      const turn = typeof script === 'function' ? script(request, number) : script[number];
      return { activity: activityOf(turn), answer: perform(turn, request, number) };
    },
  };
}

async function* activityOf(turn: ScriptedTurn | undefined): AsyncGenerator<string> {
  if (turn?.text !== undefined && turn.text !== '' && turn.fail === undefined && !turn.silent) yield turn.text;
}

async function perform(turn: ScriptedTurn | undefined, request: ModelRequest, number: number): Promise<ModelAnswer> {
  const { usd = 0, inputTokens = 0, cachedInputTokens, outputTokens = 0 } = turn?.usage ?? {};
  const cached = cachedInputTokens === undefined ? {} : { cachedInputTokens };
  const usage = { nanoUsd: usd === null ? null : nanoUsdOf(usd), inputTokens, ...cached, outputTokens, model: null };
  const failed = (failure: Failure): ModelAnswer => ({ turn: { ok: false, failure }, usage, warnings: [] });
  if (request.signal.aborted) return failed(cancelled);
  if (turn === undefined) return failed(exhausted(number));
  if (turn.silent) return failed(await endOf(request));
  if (turn.fail !== undefined) return failed(turn.fail);
  const { text = '', calls = [] } = turn;
  const finish = turn.finish ?? (calls.length > 0 ? 'calls' : 'stop');
  const named = calls.map((call, at) => ({ id: call.id ?? `call_${number}_${at}`, name: call.name, arguments: argumentsOf(call) }));
  return { turn: { ok: true, text, calls: named, finish, opaque: null }, usage, warnings: [] };
}

const argumentsOf = ({ arguments: given }: ScriptedCall): string => (typeof given === 'string' ? given : (JSON.stringify(given) ?? ''));

const cancelled: Failure = { kind: 'cancelled', message: 'The call was cancelled.' };

const exhausted = (number: number): Failure => ({
  kind: 'refused',
  message: `The script of the model has ${number === 1 ? '1 turn' : `${number} turns`}, and one more was asked for.`,
  hint: 'Add a turn to the script for each request to the model.',
  retryable: false,
});

/** Waits for the abort or the time, whichever comes first. */
function endOf({ signal, timeoutMs }: ModelRequest): Promise<Failure> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end({ kind: 'timeout', message: 'The scripted model never answers.', retryable: true }), timeoutMs);
    const abort = () => end(cancelled);
    const end = (failure: Failure) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(failure);
    };
    signal.addEventListener('abort', abort);
  });
}
