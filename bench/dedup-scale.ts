import { describedGoal } from '../src/core/library/dedup/described-goal.ts';
import { judgePair } from '../src/core/library/dedup/judge-pair.ts';
import { NearFunctions } from '../src/core/library/dedup/near-functions.ts';
import { type StoredShape, wordCounts } from '../src/core/library/dedup/stored-shape.ts';
import { codeShape } from '../src/source/code-shape.ts';
import type { ReadPairs } from './dedup-pairs.ts';
import { type Sample, sampleOf } from './sample.ts';

export interface ScaleCost {
  readonly functions: number;
  /** One candidate, already read, against all of them: found and judged. */
  readonly candidateMs: Sample;
  /** The index of all of them, made once. */
  readonly indexMs: number;
  /** Of pairs that are not distinct, how many have the other one among what is compared. */
  readonly found: number;
}

const verbs = ['count', 'list', 'send', 'read', 'merge', 'rename', 'archive', 'check', 'report', 'collect'];
const things = ['invoice', 'issue', 'file', 'mail', 'order', 'ticket', 'customer', 'release', 'log', 'photo', 'contract', 'branch'];
const adjectives = ['open', 'late', 'large', 'old', 'new', 'unread', 'broken', 'empty', 'shared'];

/** Puts the functions of the data among so many made ones, and asks for each of them. */
export function scaleCost({ pairs, functions }: ReadPairs, many: number): ScaleCost {
  const made = Array.from({ length: Math.max(0, many - functions.length) }, (_, at) => madeFunction(at));
  const all = [...functions, ...made];
  const counts = wordCounts(all);
  const startedMs = performance.now();
  const near = new NearFunctions(all);
  const indexMs = performance.now() - startedMs;
  const took = functions.map((candidate) => {
    const fromMs = performance.now();
    for (const each of near.of(candidate)) judgePair(candidate, each, counts);
    return performance.now() - fromMs;
  });
  const related = pairs.filter(({ verdict }) => verdict !== 'distinct');
  const found = related.filter(({ one, other }) => near.of(one).includes(other)).length / Math.max(1, related.length);
  return { functions: all.length, candidateMs: sampleOf(took), indexMs, found };
}

function madeFunction(at: number): StoredShape {
  const pick = (from: readonly string[], step: number): string => from[Math.floor(at / step) % from.length] as string;
  const [verb, adjective, thing] = [pick(verbs, 1), pick(adjectives, 10), pick(things, 90)];
  const shape = codeShape(
    `export default async function made${at}(input, ctx) {
  const text = await ctx.fs.read('${thing}s-${at}.json');
  const rows = JSON.parse(text).filter((row) => row.${adjective} && row.size > ${at});
  for (const row of rows) {
    const answer = await ctx.http.post(input.url, { json: { ${verb}: row.id, kind: '${thing}' } });
    if (answer.status !== ${200 + (at % 5)}) throw new Error('not done');
  }
  await ctx.fs.write('${verb}-${adjective}.txt', String(rows.length));
}`,
  );
  if (!shape.ok) throw new Error(shape.failure.message);
  return {
    name: `made${at}`,
    shape: shape.value,
    goal: describedGoal(`The function ${verb}s ${1 + (at % 9)} ${adjective} ${thing}s of region ${at}.`),
  };
}
