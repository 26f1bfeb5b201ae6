import { steady, watched } from '../trial/cusum.ts';
import { tested, untested } from '../trial/sequential-test.ts';
import type { Candidate } from './candidate.ts';
import { evolveChanged } from './evolve-changed.ts';
import { isDelivering, isOnTrial, type Standing } from './standing.ts';
import type { SuspensionGround } from './standing-change.ts';
import type { StandingEvent } from './standing-event.ts';

/** Repairs older than this can no longer count in a day's. */
const repairsKept = 20;

/** The standing after one more event. Total: what is about another subject, or has no meaning at this level, changes nothing. */
export function evolveStanding(standing: Standing, event: StandingEvent): Standing {
  if ('subject' in event && event.type !== 'approval.signed' && event.subject !== standing.candidate?.subject) return standing;
  switch (event.type) {
    case 'occurrence.began':
      return { ...standing, occurrences: standing.occurrences + 1 };
    case 'candidate.submitted':
      return submitted(standing, event.candidate);
    case 'gates.judged': {
      const { verdict, isClean, reasons } = event;
      return standing.level === 'candidate' ? { ...standing, gates: { verdict, isClean, reasons } } : standing;
    }
    case 'shadow.compared':
    case 'canary.compared':
    case 'audit.compared':
      return event.occurrence === standing.lastCompared ? standing : compared(standing, event);
    case 'delivered':
      return { ...standing, breaker: null };
    case 'delivery.failed':
      return deliveryFailed(standing, event.message);
    case 'world.failed':
      return { ...standing, breaker: { failures: (standing.breaker?.failures ?? 0) + 1, lastAtMs: event.atMs } };
    case 'contract.violated':
      return grounded(standing, { kind: 'contract_violated', why: event.why });
    case 'read.suspect':
      return isDelivering(standing) ? grounded(standing, { kind: 'read_suspect', why: event.why }) : standing;
    case 'approval.signed': {
      const { by, subject, atMs } = event;
      return { ...standing, approvals: [...standing.approvals, { by, subject, atMs }] };
    }
    case 'dependency.suspended':
      return grounded(standing, { kind: 'dependency_suspended', function: event.function });
    case 'subject.changed':
      return grounded(standing, { kind: 'subject_changed', parts: event.parts });
    case 'repair.began':
      return { ...standing, repairs: [...standing.repairs, { occurrence: event.occurrence, atMs: event.atMs }].slice(-repairsKept) };
    case 'repair.ended':
      return event.outcome === 'proposed' ? standing : { ...standing, failedRepairs: standing.failedRepairs + 1 };
    case 'person.revoked':
      return { ...standing, level: 'revoked', ground: null };
    case 'person.reopened':
      return reopened(standing);
    case 'standing.changed':
      return evolveChanged(standing, event.change);
  }
}

/** All that was shown was of the one before. Where it was revoked, only a person opens it again. */
function submitted(standing: Standing, candidate: Candidate): Standing {
  if (standing.level === 'revoked') return standing;
  const attempts = new Map(standing.attempts).set(candidate.lineage, (standing.attempts.get(candidate.lineage) ?? 0) + 1);
  return { ...standing, ...fresh, level: 'candidate', candidate, attempts };
}

const fresh = {
  gates: null,
  isRefused: false,
  trial: untested,
  steps: [],
  cusum: steady,
  canaries: [],
  ground: null,
  breaker: null,
  lastCompared: null,
} as const;

function reopened(standing: Standing): Standing {
  if (standing.level !== 'revoked') return standing;
  return { ...standing, ...fresh, level: 'none', candidate: null, suspendedIn: [], failedRepairs: 0 };
}

/** The first reason is the one that is told. */
const grounded = (standing: Standing, ground: SuspensionGround): Standing =>
  isOnTrial(standing) ? { ...standing, ground: standing.ground ?? ground } : standing;

type Compared = Extract<StandingEvent, { type: 'shadow.compared' | 'canary.compared' | 'audit.compared' }>;

function compared(standing: Standing, event: Compared): Standing {
  if (!isOnTrial(standing)) return standing;
  const { comparison, why, occurrence } = event;
  const next = { ...standing, lastCompared: occurrence, ...(event.type === 'shadow.compared' ? {} : { breaker: null }) };
  const counted = countedIn(next, event);
  if (comparison !== 'differs') return counted;
  if (standing.candidate?.effectClass === 'irreversible') return grounded(counted, { kind: 'wrong_irreversible', why });
  return event.type === 'canary.compared' ? grounded(counted, { kind: 'canary_differed', why }) : counted;
}

/** In the shadow it is a step of the trial; from then on it is watched. */
function countedIn(standing: Standing, { type, comparison, occurrence }: Compared): Standing {
  if (standing.level === 'shadow') {
    if (type !== 'shadow.compared') return standing;
    return { ...standing, trial: tested(standing.trial, comparison), steps: [...standing.steps, { occurrence, comparison }] };
  }
  const isClean = type === 'canary.compared' && standing.level === 'canary' && comparison === 'agrees';
  const canaries = isClean ? [...standing.canaries, occurrence] : standing.canaries;
  return { ...standing, canaries, cusum: watched(standing.cusum, comparison) };
}

/** The agent took over and delivered: the code was as wrong as one that differs. A canary is there to find just that. */
function deliveryFailed(standing: Standing, message: string): Standing {
  if (!isDelivering(standing)) return standing;
  const next = { ...standing, breaker: null, cusum: watched(standing.cusum, 'differs') };
  return standing.level === 'canary' ? grounded(next, { kind: 'canary_differed', why: message }) : next;
}
