import type { EffectClass } from '../../model/effect-class.ts';
import type { Risk } from '../evidence/risk.ts';

/** A function that is to stand in for the agent in one task. */
export interface Candidate {
  /** The digest of its subject: facts about another one say nothing of it. */
  readonly subject: string;
  /** The name of the function, for people. */
  readonly function: string;
  /** What it descends from: all that was tried in a lineage raises the bar for the next of it. */
  readonly lineage: string;
  readonly effectClass: EffectClass;
  readonly risk: Risk;
  readonly origin: 'review' | 'repair' | 'person';
}

/** Whether what it does outside is more than to look. */
export const isWriting = ({ effectClass }: Pick<Candidate, 'effectClass'>): boolean => effectClass !== 'pure' && effectClass !== 'read';
