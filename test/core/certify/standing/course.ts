import type { Candidate } from '../../../../src/core/certify/standing/candidate.ts';
import { decideStanding } from '../../../../src/core/certify/standing/decide-standing.ts';
import { evolveStanding } from '../../../../src/core/certify/standing/evolve-standing.ts';
import { type Standing, unproven } from '../../../../src/core/certify/standing/standing.ts';
import type { StandingChange } from '../../../../src/core/certify/standing/standing-change.ts';
import type { StandingEvent } from '../../../../src/core/certify/standing/standing-event.ts';
import { type StandingSettings, standingSettings } from '../../../../src/core/certify/standing/standing-settings.ts';
import type { Comparison } from '../../../../src/core/certify/trial/comparison.ts';

export const reader: Candidate = {
  subject: 's-1',
  function: 'weekly_report',
  lineage: 'l-1',
  effectClass: 'read',
  risk: 'read_only',
  origin: 'review',
};
export const writer: Candidate = { ...reader, effectClass: 'idempotent', risk: 'idempotent_effectful' };
export const mailer: Candidate = { ...reader, effectClass: 'irreversible', risk: 'unsafe_effectful' };

/** An event without its time. */
export type Untimed = StandingEvent extends infer E ? (E extends StandingEvent ? Omit<E, 'atMs'> : never) : never;

/** What happens to a task, one thing after another, as whoever drives it does it: after each, changes are appended until there is none. */
export class Course {
  standing: Standing = unproven;
  readonly changes: StandingChange[] = [];
  private count = 0;

  private readonly settings: StandingSettings;

  constructor(settings = standingSettings) {
    this.settings = settings;
  }

  happens(...events: readonly (Untimed & { readonly atMs?: number })[]): this {
    for (const event of events) {
      this.standing = evolveStanding(this.standing, { atMs: 0, ...event } as StandingEvent);
      for (let change = this.due(); change !== null; change = this.due()) {
        this.changes.push(change);
        this.standing = evolveStanding(this.standing, { type: 'standing.changed', change, atMs: 0 });
      }
    }
    return this;
  }

  private due(): StandingChange | null {
    return decideStanding(this.standing, this.settings);
  }

  submitted(candidate: Candidate, gates: 'passed' | 'refused' | 'weak' | null = 'passed', isClean = false): this {
    this.happens({ type: 'candidate.submitted', candidate });
    if (gates === null) return this;
    return this.happens({ type: 'gates.judged', subject: candidate.subject, verdict: gates, isClean, reasons: ['g1: r2'] });
  }

  /** So many occurrences, each compared in this way. */
  compared(type: 'shadow.compared' | 'canary.compared' | 'audit.compared', comparison: Comparison, times = 1): this {
    for (let done = 0; done < times; done++) {
      this.count += 1;
      const occurrence = `o${this.count}`;
      const subject = this.standing.candidate?.subject ?? 'none';
      this.happens(
        { type: 'occurrence.began', occurrence },
        { type, subject, occurrence, comparison, why: comparison === 'differs' ? 'the total' : '' },
      );
    }
    return this;
  }

  occurrences(times: number): this {
    for (let done = 0; done < times; done++) this.happens({ type: 'occurrence.began', occurrence: `q${done}` });
    return this;
  }

  signed(): this {
    return this.happens({ type: 'approval.signed', subject: this.standing.candidate?.subject ?? '', by: 'ada' });
  }

  get level() {
    return this.standing.level;
  }
}

/** Up to certified, the way that its kind takes. */
export function certified(candidate: Candidate, settings = standingSettings): Course {
  const course = new Course(settings).submitted(candidate).compared('shadow.compared', 'agrees', 14);
  if (candidate.effectClass === 'read') return course;
  return course.signed().compared('canary.compared', 'agrees', candidate.effectClass === 'irreversible' ? 10 : 3);
}
