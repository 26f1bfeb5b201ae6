import type { Json } from '../../model/json.ts';
import type { Cassette, RecordedCall } from '../cassette.ts';
import type { CoveredRead, Envelope } from './envelope.ts';
import { shapeOf } from './learn-shape.ts';
import { textsIn } from './leaves.ts';
import { covers, openness, partsIn, siteOf } from './read-site.ts';
import { hostOf } from './text-form.ts';

/** What these runs of a task cover: what they were given, what they read, whom they asked. */
export function learnEnvelope(cassettes: readonly Cassette[]): Envelope {
  const calls = cassettes.flatMap((cassette) => cassette.calls);
  return {
    runs: cassettes.length,
    input: shapeOf(cassettes.map(({ input }) => input)),
    reads: coveredReads(cassettes.flatMap(sitedReads)),
    hosts: hostsIn(calls.flatMap(({ args }) => args)),
  };
}

/** The hosts that texts in these values name, each once, in order. */
export const hostsIn = (values: readonly Json[]): string[] =>
  [...new Set(values.flatMap(textsIn).flatMap((text) => hostOf(text) ?? []))].sort();

/** The code that a failure's text begins with (`TIMEOUT` of `TIMEOUT: the words`); all of it where it has none. */
export const failureCode = (error: string): string => /^(\w+):/.exec(error)?.[1] ?? error;

export const isRead = ({ class: effect }: Pick<RecordedCall, 'class'>): boolean => effect === 'read' || effect === 'pure';

interface SitedRead {
  readonly call: RecordedCall;
  readonly site: readonly string[];
}

/** A run's reads, each with its site as far as the run by then knew what it named. */
function sitedReads({ input, calls }: Cassette): SitedRead[] {
  const known = new Set(partsIn(input));
  const reads: SitedRead[] = [];
  for (const call of calls) {
    if (isRead(call)) reads.push({ call, site: siteOf(call.args, known) });
    if (call.answer.ok) for (const part of partsIn(call.answer.value)) known.add(part);
  }
  return reads;
}

/** By primitive and site; a site that another one stands for too is a part of that. */
function coveredReads(reads: readonly SitedRead[]): CoveredRead[] {
  const open = [...reads].sort((one, other) => openness(other.site) - openness(one.site));
  const sites: { primitive: string; site: readonly string[]; calls: RecordedCall[] }[] = [];
  for (const { call, site } of open) {
    const kept = sites.find((each) => each.primitive === call.primitive && covers(each.site, site));
    if (kept === undefined) sites.push({ primitive: call.primitive, site, calls: [call] });
    else kept.calls.push(call);
  }
  return sites
    .map(({ primitive, site, calls }) => ({
      primitive,
      site,
      answers: shapeOf(calls.flatMap(({ answer }) => (answer.ok ? [answer.value] : []))),
      failures: [...new Set(calls.flatMap(({ answer }) => (answer.ok ? [] : [failureCode(answer.error)])))].sort(),
    }))
    .sort((one, other) => (orderText(one) < orderText(other) ? -1 : 1));
}

const orderText = ({ primitive, site }: Pick<CoveredRead, 'primitive' | 'site'>): string => [primitive, ...site].join(' ');
