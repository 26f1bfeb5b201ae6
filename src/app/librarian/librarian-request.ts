import { reviewRequest } from '../../core/act/review-request.ts';
import type { Failure } from '../../core/model/failure.ts';
import { ok, type Result } from '../../core/model/result.ts';
import { type ActRecord, trajectoryText } from './act-record.ts';
import type { LibrarianParts } from './librarian-act.ts';

interface Wanted {
  readonly instructions: string | null;
  /** What the doing model asked for; null at the end. */
  readonly focus: string | null;
  readonly summaries: readonly string[];
}

/** A token is hardly ever less than three characters, and the record may take half of what the model can hold. */
const charsPerContextToken = 1.5;

/** What a librarian is told first about an act. */
export async function requestOf(
  { store, model }: Pick<LibrarianParts, 'store' | 'model'>,
  record: ActRecord,
  { instructions, focus, summaries }: Wanted,
): Promise<Result<string, Failure>> {
  const trajectory = await trajectoryText(store.blobs, record, model.contextTokens * charsPerContextToken);
  if (!trajectory.ok) return trajectory;
  const { ending, stop } = record.state;
  const stopReason = ending?.outcome === 'stopped' && stop?.why === 'stopped' ? stop.reason : null;
  return ok(reviewRequest({ trajectory: trajectory.value, ending, stopReason, instructions, focus, summaries }));
}
