import type { Failure } from '../../../core/model/failure.ts';
import type { Programs } from '../../../ports/programs.ts';
import type { Answer, Call, Runner } from '../../../ports/runner.ts';
import { applyChanges } from './apply-changes.ts';
import { promptDigest } from './prompt-digest.ts';
import type { RecordedCall, Recording } from './recording.ts';
import { workTreeOf } from './work-tree.ts';

/**
 * Answers as a recording has it, with no model: each call by the recorded ones of its step and iteration, in their order. A prompt that
 * differs, or a reply that is not there, fails this call and all that follow, as nothing after it would be the recorded run; with
 * `anyPrompt` a prompt may differ.
 */
export function replayRunner(recording: Recording, programs: Programs, anyPrompt: boolean): Runner {
  const left = new Set(recording.calls);
  let lost: Failure | null = null;
  return {
    name: 'replay',
    label: 'replay (no model)',
    edits: recording.head.edits,
    billing: () => 'reported',
    start(call) {
      // Taken now, not when it is awaited: calls that start together keep their order.
      const taken = lost ?? take(call);
      if (!('step' in taken)) {
        lost = taken;
        return { activity: activityOf(null), answer: Promise.resolve(failed(taken)) };
      }
      return { activity: activityOf(taken), answer: replay(call, taken) };
    },
  };

  function take(call: Call): RecordedCall | Failure {
    const { step, iteration } = call;
    const rest = [...left].filter((each) => each.step === step && each.iteration === iteration);
    const digest = promptDigest(call);
    // Items of one step come in any order: the prompt tells which is meant.
    const found = rest.find(({ prompt }) => prompt === digest) ?? (anyPrompt ? rest[0] : undefined);
    if (found !== undefined) left.delete(found);
    if (found !== undefined && found.changes !== null) return found;
    const where = `"${step}"${iteration === 0 ? '' : `, iteration ${iteration}`}`;
    if (found !== undefined) return missing(`what ${where} changed in the work tree was not recorded`, 'record the run again');
    if (rest.length === 0)
      return missing(`the recording has no ${iteration === 0 ? '' : 'further '}reply for ${where}`, 'record the run again');
    return missing(`the prompt of ${where} is not the recorded one`, '--any-prompt replays it all the same; or record the run again');
  }

  async function replay(call: Call, { reply, usage, warnings, changes, prompt }: RecordedCall): Promise<Answer> {
    if (call.signal.aborted) return failed({ kind: 'cancelled', message: 'The call was cancelled.' });
    const { root } = await workTreeOf(call, programs);
    const failure = await applyChanges(root, changes ?? []);
    if (failure !== null) {
      lost = { ...failure, kind: 'not_recorded' };
      return failed(lost);
    }
    if (prompt === promptDigest(call)) return { reply, usage, warnings };
    return {
      reply,
      usage,
      warnings: [...warnings, `the prompt of "${call.step}" is not the recorded one; its reply was replayed all the same`],
    };
  }
}

async function* activityOf(call: RecordedCall | null): AsyncGenerator<string> {
  for (const { kind, path } of call?.changes ?? [])
    yield `${kind === 'gone' ? 'removes' : 'writes'} ${path.toString().replaceAll('\n', ' ')}`;
}

const missing = (message: string, hint: string): Failure => ({
  kind: 'not_recorded',
  message: `The replay ends here: ${message}.`,
  hint,
  retryable: false,
});

const failed = (failure: Failure): Answer => ({
  reply: { ok: false, failure },
  usage: { nanoUsd: 0, inputTokens: 0, outputTokens: 0, model: null },
  warnings: [],
});
