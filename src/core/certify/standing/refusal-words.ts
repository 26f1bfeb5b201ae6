import type { StandingChange } from './standing-change.ts';
import type { Words } from './words.ts';

type Refused = Extract<StandingChange, { to: 'refused' }>;

/** A candidate that did not show what it had to. Nothing was delivered by it, so nobody has to act. */
export function refusalWords({ by, reasons }: Refused, task: string, name: string): Words {
  const shown =
    reasons.length === 0 ? '' : ` (${reasons.slice(0, 3).join('; ')}${reasons.length > 3 ? `; and ${reasons.length - 3} more` : ''})`;
  return {
    happened: `${name} was refused for "${task}": ${refusedBy[by]}${shown}.`,
    now: 'The agent goes on doing it. A better version may be proposed after its next runs, and has to show more.',
    may: '',
    isUrgent: false,
  };
}

const refusedBy = {
  gates: 'it does not do what recorded runs and questions to the agent showed',
  weak_evidence: 'there is too little to judge it by',
  trial: 'beside the agent it did something else too often',
} as const satisfies Record<Refused['by'], string>;
