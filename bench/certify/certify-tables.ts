import { printTable } from '../tables.ts';
import { type Held, mostQuestions } from './held.ts';

const counts = [0, 3, 5, 10, mostQuestions];

/** Whether a candidate would be promoted after so many questions. */
function isPromoted(held: Held, isDeclared: boolean, questions: number): boolean {
  if (held.refusedBy.some((code) => isDeclared || code !== 'postcondition')) return false;
  const { refusedAt } = isDeclared ? held.declared : held.undeclared;
  return refusedAt === null || refusedAt > questions;
}

/** Every world of the pool asked. */
const isLeft = (held: Held, isDeclared: boolean): boolean =>
  !held.isTold && held.refusedBy.every((code) => !isDeclared && code === 'postcondition');

const naive = (held: Held, runs: number): boolean => held.replay.length > 0 && held.replay.slice(0, runs).every((each) => each === 'same');

interface Gate {
  readonly name: string;
  readonly promotes: (held: Held) => boolean;
}

const gates: readonly Gate[] = [
  ...[1, 3, 10].map((runs) => ({ name: `replay of ${runs} recorded`, promotes: (each: Held) => naive(each, runs) })),
  { name: 'static rules and all recorded', promotes: (each: Held) => !each.byText && naive(each, each.replay.length) },
];

const asking = (isDeclared: boolean): readonly Gate[] => [
  ...counts.map((count) => ({ name: `gates, ${count} questions`, promotes: (each: Held) => isPromoted(each, isDeclared, count) })),
  { name: 'floor: every world asked', promotes: (each: Held) => isLeft(each, isDeclared) },
];

const share = (some: number, all: number): string => `${some} of ${all} (${all === 0 ? '-' : ((100 * some) / all).toFixed(1)} %)`;

/** The whole: how many of the faulty are promoted, and of the harmless refused. */
export function printGates(all: readonly Held[], isDeclared: boolean): void {
  const faulty = all.filter((each) => each.isFaulty);
  const harmless = all.filter((each) => !each.isFaulty);
  printTable(
    [isDeclared ? 'with what the contract declares' : 'without postconditions and relations', 'faulty promoted', 'harmless refused'],
    [...gates, ...asking(isDeclared)].map(({ name, promotes }) => [
      name,
      share(faulty.filter(promotes).length, faulty.length),
      share(
        harmless.filter((each) => !promotes(each) && !(name.startsWith('floor') && !each.isTold && each.refusedBy.length === 0)).length,
        harmless.length,
      ),
    ]),
  );
}

/** The same by class of the fault, or by function: how many of the faulty are promoted. */
export function printBy(all: readonly Held[], isDeclared: boolean, by: 'class' | 'function'): void {
  const faulty = all.filter((each) => each.isFaulty);
  const columns = [gates[0] as Gate, gates[2] as Gate, ...asking(isDeclared)];
  printTable(
    [
      `${by}, ${isDeclared ? 'declared' : 'undeclared'}`,
      'faulty',
      'replay 1',
      'replay 10',
      ...counts.map((count) => `${count} q.`),
      'floor',
    ],
    [...new Set(faulty.map((each) => each[by]))].sort().map((name) => {
      const own = faulty.filter((each) => each[by] === name);
      return [name, String(own.length), ...columns.map(({ promotes }) => String(own.filter(promotes).length))];
    }),
  );
}

/** What a candidate cost, and how often an answer said nothing. */
export function printCosts(all: readonly Held[]): void {
  const looked = all.filter(({ worlds }) => worlds > 0);
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
  const scores = looked.flatMap(({ isFaulty, declared: { mutationScore } }) => (isFaulty || mutationScore === null ? [] : [mutationScore]));
  console.log(
    `seconds a candidate          ${(mean(all.map(({ tookMs }) => tookMs)) / 1000).toFixed(1)} (mean), ${(Math.max(...all.map(({ tookMs }) => tookMs)) / 1000).toFixed(1)} at most`,
  );
  console.log(
    `worlds a candidate           ${mean(looked.map(({ worlds }) => worlds)).toFixed(0)}, in ${mean(looked.map(({ crashes }) => crashes)).toFixed(1)} of which the agent itself fell over`,
  );
  console.log(`answers that said nothing    ${looked.reduce((sum, { declared }) => sum + declared.inconclusive, 0)} of all questions`);
  console.log(`mutation score of harmless   ${scores.map((score) => score.toFixed(2)).join(' ')}\n`);
  for (const each of all.filter(({ isFaulty, isTold, refusedBy }) => isFaulty && !isTold && refusedBy.length === 0))
    console.log(`no world tells from the agent: ${each.function} ${each.file}`);
  for (const each of all.filter(({ isFaulty, refusedBy, declared }) => !isFaulty && (refusedBy.length > 0 || declared.refusedAt !== null)))
    console.log(`harmless and refused: ${each.function} ${each.file} by ${each.refusedBy.join(', ') || each.declared.shows}`);
}
