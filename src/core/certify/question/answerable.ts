import type { Posed } from '../change/deck.ts';
import type { Run } from '../gate/equivalence.ts';
import type { Answerable } from './choice.ts';

/** What was found out about one world. */
export interface Looked {
  readonly posed: Posed;
  readonly run: Run;
  /** Of each change whether what the candidate does depends on it, and on the row that carries it. */
  readonly seen: readonly { readonly itself: boolean; readonly row: boolean }[];
  readonly mutants: readonly number[];
  /** How many declared postconditions it breaks. */
  readonly broken: number;
}

/** Of changes of each kind, how much is learned by asking about one: by how often faults of that kind were found nowhere else. */
const worth = { parameter: 1, value: 1, absent: 1, boundary: 0.5, rows: 1, pages: 2, failure: 1.5, shape: 1, clock: 0.5 } as const;

/** What asking the agent about a world would tell. */
export function answerableOf({ posed: { changes }, run, seen, mutants, broken }: Looked): Answerable {
  const isAlone = changes.length === 1;
  const { outcome } = run;
  const isFailure = isAlone && changes[0]?.kind === 'failure';
  const isGentle = changes.every(({ isHarsh, kind }) => !isHarsh && kind !== 'failure');
  const isCrash = !outcome.ok && outcome.error === 'CRASH';
  const shown = changes.flatMap(({ kind, tag, isHarsh }, at) => {
    const { itself, row } = seen[at] ?? { itself: false, row: false };
    // A parameter without an effect, and a failure that is borne, are what has to be asked about.
    const isBorne = isAlone && (kind === 'parameter' || kind === 'failure');
    if (!itself && !row && !isBorne) return [];
    const asked =
      worth[kind] * (isHarsh ? 0.5 : 1) * (isAlone && kind === 'parameter' && !itself ? 1.5 : 1) * (isFailure && outcome.ok ? 2 : 1);
    const met = kind === 'boundary' ? (/: (?:met|as|with|without)/.test(tag) ? 2 : 0.6) : 1;
    const isUnusual = kind === 'parameter' && isHarsh;
    const group = kind === 'boundary' ? tag : isUnusual ? 'unusual text' : groupOf(tag);
    return [{ group, tag, weight: asked * met * (isUnusual ? 2 : 1) }];
  });
  // The agent did not fall over on anything like it; and what failed was of account where something was written all the same.
  const surprises = [
    ...(broken > 0 ? ['a postcondition is broken'] : []),
    ...(isCrash && isGentle ? ['it falls over'] : []),
    ...(isFailure && outcome.ok && run.calls.length > 0 ? ['it writes although something failed'] : []),
  ];
  return {
    mutants,
    shown: [...shown, ...surprises.map((group) => ({ group, tag: `${group} ${changes[0]?.tag ?? ''}`, weight: 2 }))],
    isCrash: isCrash && !isGentle,
  };
}

/** What is changed, whatever it is changed to. */
const groupOf = (tag: string): string => tag.split(': ')[0] as string;
