import { needsSignature } from '../certificate/approval.ts';
import { boundOf } from '../trial/sequential-test.ts';
import { canariesLeft } from './decide-standing.ts';
import { refusalWords } from './refusal-words.ts';
import type { Standing } from './standing.ts';
import type { StandingChange } from './standing-change.ts';
import type { StandingEvent } from './standing-event.ts';
import type { StandingSettings } from './standing-settings.ts';
import { suspensionWords } from './suspension-words.ts';
import type { Words } from './words.ts';

/** What words need besides the event. */
export interface Told {
  /** The task's name. */
  readonly task: string;
  /** Behind the event. */
  readonly standing: Standing;
  readonly settings: StandingSettings;
}

/** How an event is told to a person; null = it says nothing to them. */
export function standingWords(event: StandingEvent, told: Told): Words | null {
  switch (event.type) {
    case 'standing.changed':
      return changeWords(event.change, told);
    case 'candidate.submitted':
      return {
        happened: `${event.candidate.function} was proposed to do ${quoted(told.task)} without the agent.`,
        now: 'Nothing is delivered by it: it is held against recorded runs first.',
        may: '',
        isUrgent: false,
      };
    case 'approval.signed':
      return {
        happened: `${event.by} signed that ${nameIn(told)} may do ${quoted(told.task)} without the agent.`,
        now: signedNow(told),
        may: '',
        isUrgent: false,
      };
    case 'world.failed':
      return {
        happened: `${nameIn(told)} could not read anything for ${quoted(told.task)}: ${event.message}.`,
        now: 'That says nothing of the function. The occurrence is tried again later, each time after a longer wait.',
        may: '',
        isUrgent: false,
      };
    case 'person.revoked':
      return revokedWords(`${event.by} took ${quoted(told.task)} from its function.`, told);
    case 'person.reopened':
      return {
        happened: `${event.by} opened ${quoted(told.task)} to functions again.`,
        now: 'The agent does it; a function may be proposed after its next runs.',
        may: '',
        isUrgent: false,
      };
    case 'occurrence.began':
    case 'gates.judged':
    case 'shadow.compared':
    case 'canary.compared':
    case 'audit.compared':
    case 'delivered':
    case 'delivery.failed':
    case 'contract.violated':
    case 'read.suspect':
    case 'dependency.suspended':
    case 'subject.changed':
    case 'repair.began':
    case 'repair.ended':
      // What they lead to is told when it does.
      return null;
  }
}

function changeWords(change: StandingChange, told: Told): Words {
  const { task, standing, settings } = told;
  switch (change.to) {
    case 'shadow':
      return {
        happened: `${nameIn(told)} did what the recorded runs of ${quoted(task)} did.`,
        now: 'It now runs beside the agent, with its writes held back, and is compared. The agent still delivers.',
        may: `See how it does: pawl task history ${quoted(task)}`,
        isUrgent: false,
      };
    case 'refused':
      return refusalWords(change, task, nameIn(told));
    case 'canary':
      return {
        happened: `${nameIn(told)} agreed with the agent on ${quoted(task)} often enough.`,
        now: `It delivers one occurrence in ${Math.round(1 / settings.canaryShare)}, and the agent runs beside it. After ${canariesLeft(standing, settings)} of these without a difference it delivers alone.`,
        ...signatureAsked(told),
      };
    case 'certified':
      return {
        happened: `${nameIn(told)} is certified for ${quoted(task)}: with 95 % confidence it agrees with the agent at least ${percent(boundOf(standing.trial))} of the time.`,
        now: `It delivers without the agent; about one occurrence in ${Math.round(1 / settings.auditShare)} is still compared. Inputs unlike those that were tried go to the agent.`,
        may: `See what was shown: pawl task certify ${quoted(task)} --verify`,
        isUrgent: false,
      };
    case 'suspended':
      return suspensionWords(change.ground, task, nameIn(told));
    case 'revoked':
      return revokedWords(
        change.because === 'two_suspensions'
          ? `${nameIn(told)} was suspended twice within 30 occurrences of ${quoted(task)}.`
          : `Two repairs of ${nameIn(told)} in a row came to nothing.`,
        told,
      );
  }
}

function revokedWords(happened: string, { task }: Told): Words {
  return {
    happened,
    now: `${quoted(task)} is the agent's again for good; no function is tried for it.`,
    may: `Let functions be tried again: pawl task certify ${quoted(task)} --reopen`,
    isUrgent: true,
  };
}

function signatureAsked({ task, standing }: Told): Pick<Words, 'may' | 'isUrgent'> {
  const { candidate } = standing;
  if (candidate === null || !needsSignature(candidate) || standing.approvals.some(({ subject }) => subject === candidate.subject))
    return { may: '', isUrgent: false };
  return {
    may: `What it does cannot be taken back, so it needs your signature before that: pawl task approve ${quoted(task)}`,
    isUrgent: true,
  };
}

function signedNow({ standing, settings }: Told): string {
  if (standing.level !== 'canary') return 'The signature holds for this very function, and for no later version of it.';
  const left = canariesLeft(standing, settings);
  return left === 0 ? 'Nothing more is missing.' : `It still takes ${left} deliveries without a difference beside the agent.`;
}

const nameIn = ({ standing }: Told): string => standing.candidate?.function ?? 'the function';

const quoted = (task: string): string => `"${task}"`;

/** Rounded down: a bound is not made better than it is. */
const percent = (share: number): string => `${Math.floor(share * 100)} %`;
