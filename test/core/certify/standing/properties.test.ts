import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryOf, obstacles } from '../../../../src/core/certify/standing/delivery.ts';
import type { StandingEvent } from '../../../../src/core/certify/standing/standing-event.ts';
import { standingSettings } from '../../../../src/core/certify/standing/standing-settings.ts';
import { standingWords } from '../../../../src/core/certify/standing/standing-words.ts';
import { comparisons } from '../../../../src/core/certify/trial/comparison.ts';
import { Course, mailer, reader, type Untimed, writer } from './course.ts';

const subjects = fc.constantFrom('s-1', 's-1', 's-1', 's-2');
const occurrence = fc.nat(400).map((at) => `o${at}`);
const candidates = fc.constantFrom(reader, writer, mailer, { ...writer, subject: 's-2', origin: 'repair' as const });
const why = fc.constant('why');

/** Anything that can happen, agreements most of all, so that all levels are reached. */
const event: fc.Arbitrary<Untimed> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      type: fc.constantFrom('shadow.compared' as const, 'canary.compared' as const, 'audit.compared' as const),
      subject: subjects,
      occurrence,
      comparison: fc.constant('agrees' as const),
      why,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('shadow.compared' as const, 'canary.compared' as const, 'audit.compared' as const),
      subject: subjects,
      occurrence,
      comparison: fc.constantFrom(...comparisons),
      why,
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('occurrence.began' as const), occurrence }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('candidate.submitted' as const), candidate: candidates }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('gates.judged' as const),
      subject: subjects,
      verdict: fc.constantFrom('passed' as const, 'passed' as const, 'refused' as const, 'weak' as const),
      isClean: fc.boolean(),
      reasons: fc.constant([]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'delivered' as const,
        'delivery.failed' as const,
        'world.failed' as const,
        'contract.violated' as const,
        'read.suspect' as const,
      ),
      subject: subjects,
      occurrence,
      message: why,
      why,
    }) as unknown as fc.Arbitrary<Untimed>,
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('approval.signed' as const), subject: subjects, by: why }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Untimed>(
      { type: 'dependency.suspended', function: 'f' },
      { type: 'subject.changed', parts: ['p'] },
      { type: 'person.reopened', by: 'ada' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Untimed>(
      { type: 'repair.began', occurrence: 'o' },
      { type: 'repair.ended', occurrence: 'o', outcome: 'failed' },
      { type: 'person.revoked', by: 'ada' },
    ),
  },
);
/** Several comparisons in a row, of whoever is the candidate then: chance alone hardly ever leads through a whole trial. */
const series = fc.record({
  series: fc.constantFrom('shadow.compared' as const, 'shadow.compared' as const, 'canary.compared' as const),
  times: fc.integer({ min: 1, max: 20 }),
});
const courses = fc.array(fc.oneof({ weight: 5, arbitrary: event }, { weight: 1, arbitrary: series }), { maxLength: 80, size: 'max' });

const steps = (course: Course, each: Untimed | { series: 'shadow.compared' | 'canary.compared'; times: number }): Course =>
  'series' in each ? course.compared(each.series, 'agrees', each.times) : course.happens(each);
const courseOf = (all: readonly Parameters<typeof steps>[1][]): Course => all.reduce<Course>(steps, new Course());

test('whatever happens, nothing throws, each change is told, and nothing is certified that did not show what it has to', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(courses, (events) => {
      const course = new Course();
      for (const each of events) {
        const before = course.standing;
        steps(course, each);
        const { level, candidate, gates, trial, canaries, approvals, cusum } = course.standing;
        reached.add(level);
        for (const change of course.changes.splice(0)) {
          const told = { type: 'standing.changed', change, atMs: 0 } satisfies StandingEvent;
          const words = standingWords(told, { task: 't', standing: course.standing, settings: standingSettings });
          expect(words?.happened).not.toBe('');
          if (change.to !== 'certified') continue;
          expect(gates?.verdict).toBe('passed');
          const writes = candidate?.effectClass !== 'read';
          expect(trial.agreements).toBeGreaterThanOrEqual(writes ? 14 : 3);
          if (writes) expect(canaries.length).toBeGreaterThanOrEqual(candidate?.effectClass === 'irreversible' ? 10 : 3);
          if (candidate?.effectClass === 'irreversible') expect(approvals.some(({ subject }) => subject === candidate.subject)).toBe(true);
          expect(cusum).toBeLessThan(Math.log(100));
        }
        // Nobody but a person opens what was revoked.
        const type = 'series' in each ? each.series : each.type;
        if (before.level === 'revoked') expect(['revoked', ...(type === 'person.reopened' ? ['none'] : [])]).toContain(level);
        // Out of a suspension leads a new submission alone.
        if (before.level === 'suspended' && type !== 'candidate.submitted') expect(['suspended', 'revoked']).toContain(level);
        // What is on trial delivers nothing, and what delivers was on trial.
        if (level === 'certified') expect(['shadow', 'canary', 'certified']).toContain(before.level);
      }
    }),
    { numRuns: 200, seed: 5 },
  );
  expect([...reached].sort()).toEqual(['candidate', 'canary', 'certified', 'none', 'revoked', 'shadow', 'suspended'].sort());
});

test('what is about another subject changes nothing but signatures', () => {
  fc.assert(
    fc.property(courses, event, (events, last) => {
      if (!('subject' in last) || last.type === 'approval.signed') return;
      const course = courseOf(events);
      const before = course.standing;
      course.happens({ ...last, subject: 'another' });
      expect(course.standing).toBe(before);
    }),
    { numRuns: 100 },
  );
});

test('who delivers follows from standing and key alone: code only where it was shown to, and never against an obstacle', () => {
  fc.assert(
    fc.property(courses, fc.string(), fc.option(fc.constantFrom(...obstacles)), fc.boolean(), (events, key, obstacle, mayAudit) => {
      const { standing } = courseOf(events);
      const due = { key, nowMs: 1e9, obstacle, mayAudit };
      const delivery = deliveryOf(standing, due, standingSettings);
      expect(deliveryOf(structuredClone(standing), { ...due }, standingSettings)).toEqual(delivery);
      if (delivery.how === 'canary') expect(standing.level).toBe('canary');
      if (delivery.how === 'certified') {
        expect(standing.level).toBe('certified');
        if (!mayAudit) expect(delivery.audit).toBe(false);
      }
      if (obstacle !== null) expect(delivery.how).toBe('agent');
      if (delivery.how === 'agent' && delivery.shadow) expect(['shadow', 'canary']).toContain(standing.level);
    }),
    { numRuns: 200 },
  );
});
