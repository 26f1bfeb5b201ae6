import { isSigned, needsSignature } from '../certificate/approval.ts';
import { isFallen } from '../trial/cusum.ts';
import { testVerdict } from '../trial/sequential-test.ts';
import type { TrialRule } from '../trial/trial-trace.ts';
import { type Candidate, isWriting } from './candidate.ts';
import { attemptOf, isDelivering, type Standing } from './standing.ts';
import type { StandingChange } from './standing-change.ts';
import type { StandingSettings } from './standing-settings.ts';

/** Two suspensions within so many occurrences, or so many failed repairs in a row, and the task is the agent's again. */
const [revokingWindow, revokingRepairs] = [30, 2] as const;

/** The change that is due; null = none. To be appended in one with what led to it, and asked again until it gives null: each change leads to at most one more. */
export function decideStanding(standing: Standing, settings: StandingSettings): StandingChange | null {
  const { level, candidate, ground } = standing;
  if (candidate === null || level === 'none' || level === 'revoked') return null;
  if (level === 'suspended' || standing.isRefused) return revocation(standing);
  if (ground !== null) return { to: 'suspended', ground };
  if (isDelivering(standing) && isFallen(standing.cusum)) return { to: 'suspended', ground: { kind: 'fallen' } };
  switch (level) {
    case 'candidate':
      return afterGates(standing);
    case 'shadow':
      return afterTrial(standing, candidate, settings);
    case 'canary':
      return afterCanaries(standing, candidate, settings);
    case 'certified':
      return null;
  }
}

function revocation({ suspendedIn, failedRepairs }: Standing): StandingChange | null {
  if (failedRepairs >= revokingRepairs) return { to: 'revoked', because: 'two_failed_repairs' };
  const [before, last] = suspendedIn.slice(-2);
  const isSoonAgain = before !== undefined && last !== undefined && last - before < revokingWindow;
  return isSoonAgain ? { to: 'revoked', because: 'two_suspensions' } : null;
}

function afterGates({ gates }: Standing): StandingChange | null {
  if (gates === null) return null;
  const { verdict, reasons } = gates;
  if (verdict === 'passed') return { to: 'shadow' };
  return { to: 'refused', by: verdict === 'weak' ? 'weak_evidence' : 'gates', reasons };
}

function afterTrial(standing: Standing, candidate: Candidate, settings: StandingSettings): StandingChange | null {
  const verdict = testVerdict(standing.trial, attemptOf(standing));
  if (verdict === 'refused') {
    const { agreements, disagreements } = standing.trial;
    return { to: 'refused', by: 'trial', reasons: [`${disagreements} of ${agreements + disagreements} shadows differed`] };
  }
  if (verdict === 'passed')
    return isWriting(candidate) || needsSignature(candidate) ? { to: 'canary' } : { to: 'certified', rule: 'sequential_test' };
  return isCleanReader(standing, candidate, settings) ? { to: 'certified', rule: 'clean_reader' } : null;
}

/** What only looks can do no harm but to be wrong, and gates that were clean say that it hardly is: a few shadows are enough, more in each further attempt. */
function isCleanReader(standing: Standing, candidate: Candidate, { cleanReaderShadows }: StandingSettings): boolean {
  const { agreements, disagreements } = standing.trial;
  if (isWriting(candidate) || needsSignature(candidate) || standing.gates?.isClean !== true) return false;
  return disagreements === 0 && agreements >= Math.max(1, cleanReaderShadows) * attemptOf(standing);
}

function afterCanaries(standing: Standing, candidate: Candidate, settings: StandingSettings): StandingChange | null {
  if (canariesLeft(standing, settings) > 0 || isUnsigned(standing, candidate)) return null;
  return { to: 'certified', rule: 'sequential_test' satisfies TrialRule };
}

/** How many clean canaries it still takes. */
export function canariesLeft({ candidate, canaries }: Standing, settings: StandingSettings): number {
  const needed = candidate?.effectClass === 'irreversible' ? settings.irreversibleCanaries : settings.canaries;
  return Math.max(0, needed - canaries.length);
}

const isUnsigned = ({ approvals }: Standing, candidate: Candidate): boolean =>
  needsSignature(candidate) && !isSigned(approvals, candidate.subject);

/** Whether all that is missing is a person's signature. */
export const waitsForSignature = (standing: Standing, settings: StandingSettings): boolean =>
  standing.level === 'canary' &&
  standing.candidate !== null &&
  canariesLeft(standing, settings) === 0 &&
  isUnsigned(standing, standing.candidate);
