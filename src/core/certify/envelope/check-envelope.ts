import type { Json } from '../../model/json.ts';
import { quoted } from '../../model/shown-text.ts';
import type { RecordedCall } from '../cassette.ts';
import { answerLeeway } from './answer-leeway.ts';
import type { CoveredRead, Envelope } from './envelope.ts';
import { unlike } from './find-unlike.ts';
import type { Finding } from './finding.ts';
import { inputLeeway } from './input-leeway.ts';
import { failureCode, hostsIn } from './learn-envelope.ts';
import { covers, openness, siteOf } from './read-site.ts';

/** Everything by which an input is outside what was covered, with its path and why; empty = it is inside. */
export const outsideFindings = (envelope: Envelope, input: Json): Finding[] => unlike(envelope.input, input, inputLeeway);

/** Whom a call would ask that no call asked before; empty = nobody. To be asked of a call of any class, before it is made. */
export const hostFindings = ({ hosts }: Envelope, args: readonly Json[]): Finding[] =>
  hostsIn(args)
    .filter((host) => !hosts.includes(host))
    .map((host) => ({ path: '$', why: `names the host ${quoted(host)}, which no call named before` }));

/**
 * What makes a read of a certified run suspect: the run is to stop before its next write. Empty = it is fine. It is one where nothing like it was ever
 * read, where it failed in a way that it never did, and where its answer is not like those that there were.
 */
export function suspectFindings(
  { reads }: Envelope,
  { primitive, args, answer }: Pick<RecordedCall, 'primitive' | 'args' | 'answer'>,
): Finding[] {
  const covered = coveredRead(reads, primitive, args);
  if (covered === null) return [{ path: '$', why: `nothing like this call of ctx.${primitive} was made before` }];
  if (answer.ok) return covered.answers.seen === 0 ? neverAnswered : unlike(covered.answers, answer.value, answerLeeway);
  const code = failureCode(answer.error);
  return covered.failures.includes(code) ? [] : [{ path: '$', why: `failed with ${quoted(code)}, as it never did before` }];
}

const neverAnswered = [{ path: '$', why: 'has an answer, where it always failed' }];

/** The covered place that says most of it. */
function coveredRead(reads: readonly CoveredRead[], primitive: string, args: readonly Json[]): CoveredRead | null {
  const site = siteOf(args, new Set());
  const standing = reads.filter((each) => each.primitive === primitive && covers(each.site, site));
  return standing.reduce<CoveredRead | null>(
    (one, other) => (one === null || openness(other.site) < openness(one.site) ? other : one),
    null,
  );
}
