import type { Failure } from '../../src/core/model/failure.ts';
import { fail, ok, type Result } from '../../src/core/model/result.ts';
import type { Model, ModelRequest } from '../../src/ports/model.ts';

/** A model that gives these replies in turn, the last one for ever; `asked` gets what it is asked. 'none' is the name of none. */
export function repliesOf(name: string | null, replies: readonly string[], asked: ModelRequest[] = []): Result<Model, Failure> {
  if (name === 'none') return fail({ kind: 'not_found', message: 'there is no model none' });
  const left = [...replies];
  return ok({
    ...{ name: name ?? 'own', label: 'scripted model (no model is asked)', contextTokens: 1000, billing: null },
    start(request) {
      asked.push({ ...request, messages: [...request.messages] });
      const text = (left.length > 1 ? left.shift() : left[0]) as string;
      const turn = { ok: true, text, calls: [], finish: 'stop', opaque: null } as const;
      const usage = { nanoUsd: 7, inputTokens: 10, outputTokens: 5, model: 'scripted' };
      return { activity: (async function* () {})(), answer: Promise.resolve({ turn, usage, warnings: [] }) };
    },
  });
}
