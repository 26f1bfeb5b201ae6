import type { Ranked } from './ranking.ts';

/** Of each five places the last may go to an entry that was never used, on each fourth search. */
const placesAnExplorer = 5;
const searchesAnExplorer = 4;
/** It must match at least half as well as the entry whose place it takes: what hardly matches would be shown for nothing. */
const leastShare = 0.5;

/** How an entry fared so far. */
export interface Exploration {
  readonly shown: number;
  readonly used: number;
}

/**
 * What is shown of a ranking: its first `places`, but on each fourth search an entry that was neither shown nor used yet takes the last of each
 * five, where there is none in the four before it. Otherwise an entry that was never used has no past requests, so ranks below those that
 * have, so is never used. The best such entry goes first; as it counts as shown from then on, the next one has its turn.
 *
 * `ranked`: more than is shown, best first. `search`: the number of this search, counted by the library; nothing here is random, so that a
 * search can be told again.
 */
export function explored(
  ranked: readonly Ranked[],
  usage: (id: string) => Exploration | undefined,
  { places, search }: { readonly places: number; readonly search: number },
): Ranked[] {
  const shown = ranked.slice(0, places);
  if (search % searchesAnExplorer !== 0) return shown;
  const isNew = ({ id }: Ranked): boolean => {
    const fared = usage(id);
    return fared === undefined || (fared.shown === 0 && fared.used === 0);
  };
  const waiting = ranked.slice(places).filter(isNew);
  for (let last = placesAnExplorer - 1; last < shown.length; last += placesAnExplorer) {
    const displaced = shown[last] as Ranked;
    const next = waiting[0];
    if (next === undefined || next.score < leastShare * displaced.score) break;
    if (shown.slice(last - placesAnExplorer + 1, last + 1).some(isNew)) continue;
    shown[last] = next;
    waiting.shift();
  }
  return shown;
}
