import { steady } from '../trial/cusum.ts';
import type { Standing } from './standing.ts';
import { type StandingChange, tellsOfFunction } from './standing-change.ts';

/** The standing once a change holds. */
export function evolveChanged(standing: Standing, change: StandingChange): Standing {
  switch (change.to) {
    case 'shadow':
      return { ...standing, level: 'shadow' };
    case 'refused':
      return { ...standing, level: 'candidate', isRefused: true, failedRepairs: standing.failedRepairs + failedRepair(standing) };
    case 'canary':
      return { ...standing, level: 'canary', cusum: steady };
    case 'certified':
      return { ...standing, level: 'certified', cusum: standing.level === 'canary' ? standing.cusum : steady, failedRepairs: 0 };
    case 'suspended': {
      const suspendedIn = tellsOfFunction(change.ground) ? [...standing.suspendedIn, standing.occurrences] : standing.suspendedIn;
      return { ...standing, level: 'suspended', ground: null, suspendedIn };
    }
    case 'revoked':
      return { ...standing, level: 'revoked', ground: null };
  }
}

/** A version that a repair proposed and that was refused is a repair that failed. */
const failedRepair = ({ candidate }: Standing): number => (candidate?.origin === 'repair' ? 1 : 0);
