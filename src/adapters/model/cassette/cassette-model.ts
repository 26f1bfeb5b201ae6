import { basename } from 'node:path';
import type { Failure } from '../../../core/model/failure.ts';
import type { Json } from '../../../core/model/json.ts';
import { ok, type Result } from '../../../core/model/result.ts';
import type { Model, ModelAnswer } from '../../../ports/model.ts';
import { type CassetteFile, openCassetteFile } from './cassette-file.ts';
import { firstDifference, nearness } from './difference.ts';
import { type RequestKey, redacted, requestKeyOf } from './request-key.ts';

export interface CassetteOptions {
  readonly path: string;
  /** What is asked where a request is not recorded yet, and recorded; null = nobody: it is a failure. */
  readonly model: Model | null;
  /** What is written down of every text. */
  readonly redact: (text: string) => string;
}

/**
 * A model that is asked each thing once: its turns are written to a file, each on disk before it is given, and given again for the same
 * request. What may go another way the next time (limits, broken connections, an abort) is given and not recorded.
 */
export async function cassetteModel({ path, model, redact }: CassetteOptions): Promise<Result<Model, Failure>> {
  const opened = await openCassetteFile(
    path,
    model === null ? null : { name: model.name, label: model.label, contextTokens: model.contextTokens },
  );
  if (!opened.ok) return opened;
  const file = opened.value;
  const told = `${file.head.label}, ${model === null ? 'replayed' : 'recorded'} (${basename(path)})`;
  return ok({
    name: file.head.name,
    label: model === null ? `${told}: no model is asked` : told,
    contextTokens: file.head.contextTokens,
    billing: model === null ? 'reported' : model.billing,
    start(request) {
      const key = requestKeyOf(request, redact);
      const recorded = file.turns.get(key.digest);
      if (request.signal.aborted) return given(failed({ kind: 'cancelled', message: 'The call was cancelled.' }));
      if (recorded !== undefined) return given(recorded.answer);
      if (model === null) return given(failed(missing(key, file)));
      const { activity, answer } = model.start(request);
      return { activity, answer: answer.then((each) => record(each, key, file, redact)) };
    },
  });
}

type Turning = ReturnType<Model['start']>;

const given = (answer: ModelAnswer): Turning => ({ activity: textOf(answer), answer: Promise.resolve(answer) });

async function* textOf({ turn }: ModelAnswer): AsyncGenerator<string> {
  if (turn.ok && turn.text !== '') yield turn.text;
}

async function record(
  answer: ModelAnswer,
  { digest, asked }: RequestKey,
  file: CassetteFile,
  redact: (text: string) => string,
): Promise<ModelAnswer> {
  if (!answer.turn.ok && !isForGood(answer.turn.failure)) return answer;
  const kept = redacted(answer as unknown as Json, redact) as unknown as ModelAnswer;
  if (await file.add({ digest, asked, answer: kept })) return answer;
  return { ...answer, warnings: [...answer.warnings, 'the cassette could not be written any further: it ends before this turn'] };
}

const isForGood = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'too_large';

function missing({ asked }: RequestKey, { path, turns }: CassetteFile): Failure {
  const message = `This request is not recorded in ${basename(path)}`;
  const hint = 'Record it with the model itself; or look why the request is another one.';
  const all = [...turns.values()];
  const scores = all.map((turn) => nearness(turn.asked, asked));
  const nearest = all[scores.indexOf(Math.max(...scores))];
  const difference = nearest === undefined ? null : firstDifference(nearest.asked, asked);
  if (nearest === undefined || difference === null)
    return { kind: 'not_recorded', message: `${message}, which has no turns.`, hint, retryable: false };
  const { path: place, recorded, asked: given } = difference;
  const where = `The nearest is turn ${all.indexOf(nearest) + 1} of ${all.length}, which differs first at ${place}: recorded ${recorded}, asked ${given}`;
  return { kind: 'not_recorded', message: `${message}. ${where}`, hint, retryable: false };
}

const failed = (failure: Failure): ModelAnswer => ({
  turn: { ok: false, failure },
  usage: { nanoUsd: 0, inputTokens: 0, outputTokens: 0, model: null },
  warnings: [],
});
