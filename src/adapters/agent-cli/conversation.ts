import type { Usage } from '../../core/events/event-parts.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { ProgramOutcome } from '../../ports/programs.ts';
import type { Answer } from '../../ports/runner.ts';

/** An object of JSON, each field of which is checked where it is read. */
export type Fields = Readonly<Record<string, unknown>>;

export type Verdict = Pick<Answer, 'reply' | 'warnings'>;

/** What there is to know when a program has ended, besides what it said in its events. */
export interface Ending {
  readonly outcome: ProgramOutcome;
  /** Lines of stdout that are no protocol. */
  readonly noise: readonly string[];
  /** How many lines were too long to be read. */
  readonly overlongLines: number;
  readonly nowMs: number;
}

/** One call in the terms of one program: what it is asked with, and what its events come to. */
export interface Conversation {
  /** The program's arguments, without its path. */
  readonly args: readonly string[];
  readonly stdin: string;
  /** Takes an event of the program's stdout; gives lines about what it shows the agent doing. */
  take(event: Fields): readonly string[];
  /** Whether the event that ends the conversation was there. */
  readonly ended: boolean;
  /** Not null = nothing more is to be expected, and the program is ended for this reason. */
  readonly overrun: Failure | null;
  /** Asked only where it ended: whether it went well. */
  verdict(ending: Ending): Verdict;
  /** The last error that the program reported and did not get over; null = none. */
  complaint(nowMs: number): Failure | null;
  /** What an exit code without a result means at this program, in these words; null = nothing. */
  failureOfEnd?(exitCode: number, message: string): Failure | null;
  usage(): Usage;
  /** Sentences about what else it reported. */
  readonly warnings: readonly string[];
}

export const failed = (failure: Failure): Verdict => ({ reply: { ok: false, failure }, warnings: [] });
