import type { Driven } from '../../agent/drive-act.ts';
import type { ActEnding } from '../../core/events/act-event.ts';
import type { Json } from '../../core/model/json.ts';
import { outermostRun } from '../../core/model/names.ts';
import type { Refusal } from '../../core/model/refusal.ts';
import type { Result } from '../../core/model/result.ts';
import { RunFailed } from '../../core/model/run-failed.ts';
import { textOf } from '../../journaling/value-store.ts';
import type { Blobs } from '../../ports/blobs.ts';

/** What an act came to: its final answer as text, with a schema the JSON; or why there is none. */
export async function actResult(blobs: Blobs, run: string, driven: Result<Driven, Refusal>): Promise<Json> {
  if (!driven.ok) throw RunFailed.of(driven.failure, run);
  const { state, question } = driven.value;
  if (question !== null)
    throw new RunFailed(
      { kind: 'in_doubt', message: `the act waits for a person: ${question}`, hint: `pawl approve ${outermostRun(run)}` },
      run,
    );
  const ending = state.ending as ActEnding;
  if (ending.result === null) throw new RunFailed(ending.failure ?? { kind: 'cancelled', message: 'the act was cancelled' }, run);
  const text = await textOf(blobs, ending.result);
  if (!text.ok) throw new RunFailed(text.failure, run);
  if (state.entrypoint?.ok === true && ending.outcome === 'completed') return JSON.parse(text.value) as Json;
  return state.settings?.responseSchema === null || ending.outcome === 'stopped' ? text.value : (JSON.parse(text.value) as Json);
}
