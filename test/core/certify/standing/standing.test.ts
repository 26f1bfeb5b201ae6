import { expect, test } from 'vitest';
import { tasksRestingOn } from '../../../../src/core/certify/standing/cascade.ts';
import { canariesLeft, waitsForSignature } from '../../../../src/core/certify/standing/decide-standing.ts';
import { repairLeave } from '../../../../src/core/certify/standing/repair-leave.ts';
import { attemptOf, unproven } from '../../../../src/core/certify/standing/standing.ts';
import { standingSettings } from '../../../../src/core/certify/standing/standing-settings.ts';
import { submissionLeave } from '../../../../src/core/certify/standing/submission-leave.ts';
import { subject } from '../certificate/example.ts';
import { Course, certified, mailer, reader, writer } from './course.ts';

const levelsOf = (course: Course): string[] => course.changes.map(({ to }) => to);

test('a function that only reads is certified after 14 shadows that agree; after 3 where its gates were clean', () => {
  const course = new Course().submitted(reader).compared('shadow.compared', 'agrees', 13);
  expect(course.level).toBe('shadow');
  course.compared('shadow.compared', 'agrees');
  expect(course.changes).toEqual([{ to: 'shadow' }, { to: 'certified', rule: 'sequential_test' }]);

  const clean = new Course().submitted(reader, 'passed', true).compared('shadow.compared', 'agrees', 2);
  expect(clean.level).toBe('shadow');
  clean.compared('shadow.compared', 'inconclusive', 4);
  expect(clean.level).toBe('shadow');
  clean.compared('shadow.compared', 'agrees');
  expect(clean.changes).toEqual([{ to: 'shadow' }, { to: 'certified', rule: 'clean_reader' }]);
  expect(clean.standing.steps).toHaveLength(7);
});

test('clean gates say no more once a shadow differed', () => {
  const course = new Course()
    .submitted(reader, 'passed', true)
    .compared('shadow.compared', 'agrees')
    .compared('shadow.compared', 'differs');
  course.compared('shadow.compared', 'agrees', 26);
  expect(course.level).toBe('shadow');
  expect(course.compared('shadow.compared', 'agrees').level).toBe('certified');
});

test('how many shadows are enough for a clean reader can be set, and never is none', () => {
  const course = new Course({ ...standingSettings, cleanReaderShadows: 0 }).submitted(reader, 'passed', true);
  expect(course.level).toBe('shadow');
  expect(course.compared('shadow.compared', 'agrees').level).toBe('certified');
});

test('one that reads and is called unsafe goes the long way, and a person signs', () => {
  const unsafe = new Course().submitted({ ...reader, risk: 'unsafe_effectful' }, 'passed', true).compared('shadow.compared', 'agrees', 14);
  expect(unsafe.level).toBe('canary');
  expect(unsafe.compared('canary.compared', 'agrees', 3).level).toBe('canary');
  expect(unsafe.signed().level).toBe('certified');
});

test('one that writes is a canary for three deliveries first', () => {
  const course = new Course().submitted(writer, 'passed', true).compared('shadow.compared', 'agrees', 14);
  expect(course.level).toBe('canary');
  course.compared('shadow.compared', 'agrees', 5).compared('canary.compared', 'agrees', 2).compared('canary.compared', 'inconclusive', 3);
  expect(course.level).toBe('canary');
  expect(canariesLeft(course.standing, standingSettings)).toBe(1);
  course.compared('canary.compared', 'agrees');
  expect(course.level).toBe('certified');
  expect(levelsOf(course)).toEqual(['shadow', 'canary', 'certified']);
  expect(course.standing.canaries).toHaveLength(3);
});

test('what nobody can take back takes ten, and the signature of a person for this very function', () => {
  const course = new Course().submitted(mailer, 'passed', true).compared('shadow.compared', 'agrees', 14);
  course.happens({ type: 'approval.signed', subject: 'another', by: 'ada' });
  course.compared('canary.compared', 'agrees', 9);
  expect(waitsForSignature(course.standing, standingSettings)).toBe(false);
  course.compared('canary.compared', 'agrees', 1);
  expect(course.level).toBe('canary');
  expect(waitsForSignature(course.standing, standingSettings)).toBe(true);
  expect(course.signed().level).toBe('certified');
  expect(waitsForSignature(course.standing, standingSettings)).toBe(false);
});

test('a signature given early holds, and for no later version', () => {
  const course = new Course()
    .submitted(mailer)
    .signed()
    .submitted({ ...mailer, subject: 's-2' });
  course.compared('shadow.compared', 'agrees', 18).compared('canary.compared', 'agrees', 10);
  expect(course.level).toBe('canary');
  expect(waitsForSignature(course.standing, standingSettings)).toBe(true);
});

test.each([
  ['refused', 'gates'],
  ['weak', 'weak_evidence'],
] as const)('gates that say %s end this candidate, and nothing is delivered otherwise than before', (verdict, by) => {
  const course = new Course().submitted(reader, verdict);
  expect(course.changes).toEqual([{ to: 'refused', by, reasons: ['g1: r2'] }]);
  expect(course.level).toBe('candidate');
  course.happens({ type: 'gates.judged', subject: 's-1', verdict: 'passed', isClean: true, reasons: [] });
  expect(course.level).toBe('candidate');
});

test('gates judge a candidate once it is one, and not while it is on trial', () => {
  expect(new Course().submitted(reader, null).level).toBe('candidate');
  const course = new Course().submitted(reader);
  course.happens({ type: 'gates.judged', subject: 's-1', verdict: 'refused', isClean: true, reasons: [] });
  expect(course.level).toBe('shadow');
  expect(course.standing.gates?.verdict).toBe('passed');
});

test('a trial that goes wrong refuses the candidate; the next of its lineage has to show more', () => {
  const course = new Course().submitted(writer).compared('shadow.compared', 'differs');
  expect(course.changes.at(-1)).toEqual({ to: 'refused', by: 'trial', reasons: ['1 of 1 shadows differed'] });
  expect(course.level).toBe('candidate');
  expect(submissionLeave(course.standing, 'l-1')).toEqual({ ok: true, attempt: 2 });
  expect(submissionLeave(course.standing, 'l-2')).toEqual({ ok: true, attempt: 1 });
  course.submitted({ ...writer, subject: 's-2' });
  expect(attemptOf(course.standing)).toBe(2);
  expect(course.compared('shadow.compared', 'agrees', 17).level).toBe('shadow');
  expect(course.compared('shadow.compared', 'agrees').level).toBe('canary');
  expect(attemptOf(unproven)).toBe(1);
});

test('a clean reader needs as many shadows more with each attempt', () => {
  const course = new Course().submitted(reader, 'refused').submitted(reader, 'passed', true);
  expect(course.compared('shadow.compared', 'agrees', 5).level).toBe('shadow');
  expect(course.compared('shadow.compared', 'agrees').level).toBe('certified');
});

test('the same comparison told twice, and one of another subject, count once and not at all', () => {
  const course = new Course().submitted(writer);
  const told = { type: 'shadow.compared', subject: 's-1', occurrence: 'o1', comparison: 'agrees', why: '' } as const;
  course.happens(told, told, { ...told, subject: 's-0', occurrence: 'o2' });
  expect(course.standing.trial.agreements).toBe(1);
  expect(course.standing.steps).toEqual([{ occurrence: 'o1', comparison: 'agrees' }]);
  course.happens({ ...told, type: 'canary.compared', occurrence: 'o3' }, { ...told, type: 'audit.compared', occurrence: 'o4' });
  expect(course.standing.trial.agreements).toBe(1);
});

test.each(['canary', 'certified'] as const)('a violated contract suspends at once, as %s', (level) => {
  const course = level === 'certified' ? certified(writer) : new Course().submitted(writer).compared('shadow.compared', 'agrees', 14);
  expect(course.level).toBe(level);
  course.happens({ type: 'contract.violated', subject: 's-1', occurrence: 'o', why: 'it wrote twice' });
  expect(course.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'contract_violated', why: 'it wrote twice' } });
  expect(course.level).toBe('suspended');
  expect(course.standing.ground).toBeNull();
});

test('a violated contract suspends in the shadow too, a suspect read does not: nothing is delivered there', () => {
  const course = new Course().submitted(writer);
  course.happens({ type: 'read.suspect', subject: 's-1', occurrence: 'o', why: 'empty' });
  expect(course.level).toBe('shadow');
  expect(course.happens({ type: 'contract.violated', subject: 's-1', occurrence: 'o', why: 'x' }).level).toBe('suspended');
});

test('a suspect read suspends what delivers', () => {
  const course = certified(reader).happens({ type: 'read.suspect', subject: 's-1', occurrence: 'o', why: '$.rows is empty' });
  expect(course.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'read_suspect', why: '$.rows is empty' } });
});

test.each(['shadow.compared', 'audit.compared', 'canary.compared'] as const)(
  'a wrong %s suspends at once what does something irreversible',
  (type) => {
    const course = type === 'shadow.compared' ? new Course().submitted(mailer) : certified(mailer);
    course.compared(type, 'differs');
    expect(course.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'wrong_irreversible', why: 'the total' } });
  },
);

test('a canary that differs or fails suspends at once; certified, one disagreement is watched and two within eight suspend', () => {
  const canary = () => new Course().submitted(writer).compared('shadow.compared', 'agrees', 14);
  expect(canary().compared('canary.compared', 'differs').changes.at(-1)).toEqual({
    to: 'suspended',
    ground: { kind: 'canary_differed', why: 'the total' },
  });
  expect(canary().happens({ type: 'delivery.failed', subject: 's-1', occurrence: 'o', message: 'no rows' }).changes.at(-1)).toEqual({
    to: 'suspended',
    ground: { kind: 'canary_differed', why: 'no rows' },
  });
  const course = certified(writer).compared('audit.compared', 'differs').compared('audit.compared', 'agrees', 6);
  expect(course.level).toBe('certified');
  course.compared('audit.compared', 'differs');
  expect(course.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'fallen' } });
  const far = certified(writer).compared('audit.compared', 'differs').compared('audit.compared', 'agrees', 7);
  expect(far.compared('audit.compared', 'differs').level).toBe('certified');
});

test('in the canary stage the shadows of the other occurrences are watched too', () => {
  const course = new Course().submitted(writer).compared('shadow.compared', 'agrees', 14).compared('shadow.compared', 'differs');
  expect(course.level).toBe('canary');
  expect(course.compared('shadow.compared', 'differs').changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'fallen' } });
});

test('what was watched as a canary goes on being watched', () => {
  const course = new Course().submitted(writer).compared('shadow.compared', 'agrees', 14).compared('canary.compared', 'agrees', 2);
  course.compared('shadow.compared', 'differs').compared('canary.compared', 'agrees');
  expect(course.level).toBe('certified');
  expect(course.compared('audit.compared', 'differs').level).toBe('suspended');
});

test('failures behind a read count as disagreements; failures of the world before any read do not, and open the breaker', () => {
  const course = certified(writer);
  for (let at = 0; at < 9; at++)
    course.happens({ type: 'world.failed', subject: 's-1', occurrence: `w${at}`, message: 'no route', atMs: at });
  expect(course.level).toBe('certified');
  expect(course.standing.breaker).toEqual({ failures: 9, lastAtMs: 8 });
  course.happens({ type: 'delivered', subject: 's-1', occurrence: 'x' });
  expect(course.standing.breaker).toBeNull();
  course.happens({ type: 'world.failed', subject: 's-1', occurrence: 'w', message: 'no route' });
  course.happens({ type: 'delivery.failed', subject: 's-1', occurrence: 'a', message: 'x' });
  expect(course.standing.breaker).toBeNull();
  expect(course.level).toBe('certified');
  expect(course.happens({ type: 'delivery.failed', subject: 's-1', occurrence: 'b', message: 'x' }).level).toBe('suspended');
});

test('a comparison closes the breaker where the code delivered, and a failure in the shadow is none', () => {
  const failed = { type: 'world.failed', subject: 's-1', occurrence: 'w', message: 'no route' } as const;
  expect(certified(writer).happens(failed).compared('audit.compared', 'agrees').standing.breaker).toBeNull();
  expect(certified(writer).happens(failed).compared('shadow.compared', 'agrees').standing.breaker).not.toBeNull();
  const shadow = new Course().submitted(writer).happens({ type: 'delivery.failed', subject: 's-1', occurrence: 'a', message: 'x' });
  expect(shadow.standing.cusum).toBe(0);
});

test('what it calls takes it along, and an edit voids what was shown', () => {
  const called = certified(reader).happens({ type: 'dependency.suspended', function: 'rows_of' });
  expect(called.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'dependency_suspended', function: 'rows_of' } });
  const edited = certified(reader).happens({ type: 'subject.changed', parts: ['the contract'] });
  expect(edited.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'subject_changed', parts: ['the contract'] } });
  const alone = new Course().submitted(reader, null).happens({ type: 'dependency.suspended', function: 'rows_of' });
  expect(alone.level).toBe('candidate');
});

test('of several reasons in one event the first is told', () => {
  const course = certified(mailer);
  course.standing = { ...course.standing, ground: { kind: 'fallen' } };
  course.happens({ type: 'contract.violated', subject: 's-1', occurrence: 'o', why: 'x' });
  expect(course.changes.at(-1)).toEqual({ to: 'suspended', ground: { kind: 'fallen' } });
});

/** Suspended for how it did, and certified again as the next of its lineage. */
const again = (course: Course): Course => course.submitted(reader).compared('shadow.compared', 'agrees', 30);
const suspect = { type: 'read.suspect', subject: 's-1', occurrence: 'o', why: 'x' } as const;

test('suspended twice within 30 occurrences it is revoked, and a new candidate is not heard', () => {
  const course = again(certified(reader).happens(suspect));
  expect(course.level).toBe('certified');
  const shadowed = course.standing.occurrences - (course.standing.suspendedIn[0] as number);
  expect(shadowed).toBe(30);
  const soon = certified(reader).happens(suspect).submitted(reader).compared('shadow.compared', 'agrees', 29).happens(suspect);
  expect(soon.changes.slice(-2)).toEqual([
    { to: 'suspended', ground: { kind: 'read_suspect', why: 'x' } },
    { to: 'revoked', because: 'two_suspensions' },
  ]);
  expect(soon.submitted(reader).level).toBe('revoked');
  expect(soon.standing.attempts.get('l-1')).toBe(2);
  expect(submissionLeave(soon.standing, 'l-1')).toEqual({ ok: false, why: 'revoked' });
});

test('thirty occurrences apart it is only suspended', () => {
  const course = again(certified(reader).happens(suspect)).happens(suspect);
  expect(course.changes.at(-1)?.to).toBe('suspended');
});

test('of many suspensions the last two count', () => {
  const course = again(certified(reader).happens(suspect)).happens(suspect);
  expect(course.standing.suspendedIn).toEqual([14, 44]);
  course.submitted(reader).compared('shadow.compared', 'agrees', 29).happens(suspect);
  expect(course.changes.at(-1)).toEqual({ to: 'revoked', because: 'two_suspensions' });
});

test('only a canary waits for a signature', () => {
  const course = new Course().submitted(mailer).compared('shadow.compared', 'agrees', 14).compared('canary.compared', 'agrees', 10);
  expect(waitsForSignature(course.standing, standingSettings)).toBe(true);
  course.happens({ type: 'read.suspect', subject: 's-1', occurrence: 'o', why: 'x' });
  expect(waitsForSignature(course.standing, standingSettings)).toBe(false);
  expect(waitsForSignature(unproven, standingSettings)).toBe(false);
});

test('a candidate of a review that is refused is no failed repair', () => {
  const course = new Course().submitted(reader, 'refused').submitted(reader, 'weak').submitted(reader, 'refused');
  expect(course.level).toBe('candidate');
  expect(course.standing.failedRepairs).toBe(0);
});

test('what is compared late, behind a suspension or the last canary, is not counted', () => {
  const late = certified(writer).happens(suspect);
  const before = late.standing;
  late.compared('audit.compared', 'differs');
  expect(late.standing).toEqual({ ...before, occurrences: before.occurrences + 1 });
  expect(certified(writer).compared('canary.compared', 'agrees').standing.canaries).toHaveLength(3);
});

test('a signature may come before the candidate does', () => {
  const early = new Course().happens({ type: 'approval.signed', subject: 's-1', by: 'ada' }).submitted(mailer);
  early.compared('shadow.compared', 'agrees', 14).compared('canary.compared', 'agrees', 10);
  expect(early.level).toBe('certified');
});

test('edits and the trouble of others do not count towards that', () => {
  const course = certified(reader)
    .happens({ type: 'subject.changed', parts: [] })
    .submitted(reader)
    .compared('shadow.compared', 'agrees', 20);
  course.happens({ type: 'dependency.suspended', function: 'rows_of' });
  expect(course.level).toBe('suspended');
  expect(course.standing.suspendedIn).toEqual([]);
});

test('two repairs that fail in a row revoke, also where the second failed at the gates', () => {
  const ended = { type: 'repair.ended', occurrence: 'o', outcome: 'failed' } as const;
  const twice = certified(reader).happens(suspect, ended);
  expect(twice.level).toBe('suspended');
  expect(twice.happens(ended).changes.at(-1)).toEqual({ to: 'revoked', because: 'two_failed_repairs' });

  const proposed = certified(reader).happens(suspect, ended, { ...ended, outcome: 'proposed' });
  expect(proposed.level).toBe('suspended');
  proposed.submitted({ ...reader, origin: 'repair' }, 'refused');
  expect(proposed.changes.slice(-2).map(({ to }) => to)).toEqual(['refused', 'revoked']);

  const recovered = again(certified(reader).happens(suspect, ended));
  expect(recovered.standing.failedRepairs).toBe(0);
});

test('a person may take the task from its function, and open it again', () => {
  const course = certified(reader).happens(suspect).happens({ type: 'person.revoked', by: 'ada' });
  expect(course.level).toBe('revoked');
  course.happens({ type: 'person.reopened', by: 'ada' });
  expect(course.level).toBe('none');
  expect(course.standing.candidate).toBeNull();
  expect(course.standing.suspendedIn).toEqual([]);
  expect(submissionLeave(course.standing, 'l-1')).toEqual({ ok: true, attempt: 2 });
  expect(course.submitted(reader).level).toBe('shadow');
  expect(certified(reader).happens({ type: 'person.reopened', by: 'ada' }).level).toBe('certified');
});

test('while it is certified nothing else is judged; a submission that was taken replaces it', () => {
  const course = certified(reader);
  expect(submissionLeave(course.standing, 'l-1')).toEqual({ ok: false, why: 'certified' });
  expect(course.submitted({ ...reader, subject: 's-2' }).level).toBe('shadow');
  expect(course.standing.trial.agreements).toBe(0);
});

const dayMs = 86_400_000;

test('a repair is of what was suspended, once an occurrence, twice in 24 hours, within its budget', () => {
  const course = certified(reader);
  const leave = (occurrence: string, nowMs: number, hasBudget = true) =>
    repairLeave(course.standing, { occurrence, nowMs, hasBudget }, standingSettings);
  expect(leave('o', 0)).toBe('not_suspended');
  course.happens(suspect);
  expect(leave('o', 0)).toBe('allowed');
  expect(leave('o', 0, false)).toBe('over_budget');
  course.happens({ type: 'repair.began', occurrence: 'o', atMs: 10 });
  expect(leave('o', 20)).toBe('already_in_occurrence');
  expect(leave('o', 20 + 9 * dayMs)).toBe('already_in_occurrence');
  expect(leave('p', 20)).toBe('allowed');
  course.happens({ type: 'repair.began', occurrence: 'p', atMs: 20 });
  expect(leave('q', 30)).toBe('used_up_today');
  expect(leave('q', dayMs + 9)).toBe('used_up_today');
  expect(leave('q', dayMs + 10)).toBe('allowed');
  for (let at = 0; at < 30; at++) course.happens({ type: 'repair.began', occurrence: `r${at}`, atMs: 30 });
  expect(course.standing.repairs).toHaveLength(20);
  expect(leave('r29', 10 * dayMs)).toBe('already_in_occurrence');
});

test('a suspended function takes along every task whose closure holds it', () => {
  const other = { ...subject, task: 't-2', closure: { digest: 'x', functions: [{ name: 'alone', codeDigest: 'y' }] } };
  expect(tasksRestingOn('rows_of', [subject, other, { ...subject, task: 't-3' }])).toEqual(['t-1', 't-3']);
  expect(tasksRestingOn('alone', [subject, other])).toEqual(['t-2']);
  expect(tasksRestingOn('nobody', [subject, other])).toEqual([]);
});
