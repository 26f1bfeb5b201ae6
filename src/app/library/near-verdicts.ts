import { describedGoal } from '../../core/library/dedup/described-goal.ts';
import { judgePair, type PairVerdict } from '../../core/library/dedup/judge-pair.ts';
import { type StoredShape, wordCounts } from '../../core/library/dedup/stored-shape.ts';
import type { Candidate } from '../../core/library/edits/library-edit.ts';
import { nearFunctions } from '../../core/library/edits/near-names.ts';
import { newest } from '../../core/library/entries/library-entry.ts';
import type { LibraryState } from '../../core/library/entries/library-state.ts';
import type { Failure } from '../../core/model/failure.ts';
import { ok, type Result } from '../../core/model/result.ts';
import type { Library } from '../../ports/library.ts';
import { codeShape } from '../../source/code-shape.ts';

/** A stored function that does what a candidate does, or nearly. */
export interface NearVerdict extends PairVerdict {
  readonly name: string;
  /** Whether it is sure enough to refuse something for it, or to send people to look at it. */
  readonly isSure: boolean;
}

/** Of three verdicts one may win with little more than a third: that is a remark and no reason to refuse what somebody wrote. */
export const isSure = ({ likelihood }: Pick<PairVerdict, 'likelihood'>): boolean => likelihood >= 0.8;

/** What it says of a candidate, in words. */
export function nearText(candidate: string, { name, verdict, isSure: isCertain }: NearVerdict): string {
  if (verdict !== 'duplicate') return `${candidate} wants to be one with ${name}`;
  return `${candidate} ${isCertain ? 'does' : 'may do'} what ${name} does`;
}

/** As many are read and compared: each takes a millisecond or two. */
const mostCompared = 30;

/** Which living functions a candidate is a duplicate of, or would be one with if constants were parameters. */
export async function nearVerdicts(
  library: Library,
  state: LibraryState,
  candidate: Candidate,
): Promise<Result<readonly NearVerdict[], Failure>> {
  const own = storedShape(candidate.name, candidate.source, candidate.description);
  if (own === null) return ok([]);
  const goals = [...state.functions.values()]
    .filter(({ isDeleted }) => !isDeleted)
    .map((entry) => ({ goal: describedGoal(newest(entry).description) }));
  const counts = wordCounts([...goals, own]);
  const verdicts: NearVerdict[] = [];
  for (const entry of nearFunctions(candidate, state, mostCompared)) {
    const { sourceDigest, description } = newest(entry);
    const source = await library.source(sourceDigest);
    if (!source.ok) return source;
    const other = storedShape(entry.name, source.value ?? '', description);
    if (other === null) continue;
    const verdict = judgePair(own, other, counts);
    if (verdict.verdict !== 'distinct') verdicts.push({ name: entry.name, isSure: isSure(verdict), ...verdict });
  }
  return ok(verdicts);
}

/** What of a function is compared; null = its text cannot be read. */
export function storedShape(name: string, source: string, description: string): StoredShape | null {
  const shape = codeShape(source);
  return shape.ok ? { name, shape: shape.value, goal: describedGoal(description) } : null;
}
