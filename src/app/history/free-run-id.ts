import { type Refusal, refusalOf } from '../../core/model/refusal.ts';
import { fail, ok, type Result } from '../../core/model/result.ts';
import type { Journal } from '../../ports/journal.ts';
import { newRunId } from '../surroundings/run-id.ts';

/** An id that no run has, as short as may be. */
export async function freeRunId(journal: Journal): Promise<Result<string, Refusal>> {
  for (let length = 4; ; length = Math.min(length + 1, 8)) {
    const run = newRunId(length);
    const taken = await journal.read(run);
    if (!taken.ok) return fail(refusalOf('store/unavailable', taken.failure));
    if (taken.value.length === 0) return ok(run);
  }
}
