import { expect, test } from 'vitest';
import { type Standing, unproven } from '../../../../src/core/certify/standing/standing.ts';
import { type StandingChange, type SuspensionGround, tellsOfFunction } from '../../../../src/core/certify/standing/standing-change.ts';
import { standingSettings } from '../../../../src/core/certify/standing/standing-settings.ts';
import { standingWords } from '../../../../src/core/certify/standing/standing-words.ts';
import type { Words } from '../../../../src/core/certify/standing/words.ts';
import { Course, mailer, reader, type Untimed, writer } from './course.ts';

const toldAt = (standing: Standing, event: Untimed): Words | null =>
  standingWords({ atMs: 0, ...event } as Parameters<typeof standingWords>[0], {
    task: 'weekly report',
    standing,
    settings: standingSettings,
  });
const told = (event: Untimed): Words => toldAt({ ...unproven, candidate: reader }, event) as Words;
const changed = (change: StandingChange): Words => told({ type: 'standing.changed', change });

test('a step forward is told with what was shown and what happens now, and asks for nothing', () => {
  expect(changed({ to: 'shadow' })).toEqual({
    happened: 'weekly_report did what the recorded runs of "weekly report" did.',
    now: 'It now runs beside the agent, with its writes held back, and is compared. The agent still delivers.',
    may: 'See how it does: pawl task history "weekly report"',
    isUrgent: false,
  });
  const { standing } = new Course().submitted(reader).compared('shadow.compared', 'agrees', 14);
  expect(toldAt(standing, { type: 'standing.changed', change: { to: 'certified', rule: 'sequential_test' } })).toEqual({
    happened: 'weekly_report is certified for "weekly report": with 95 % confidence it agrees with the agent at least 80 % of the time.',
    now: 'It delivers without the agent; about one occurrence in 20 is still compared. Inputs unlike those that were tried go to the agent.',
    may: 'See what was shown: pawl task certify "weekly report" --verify',
    isUrgent: false,
  });
});

test('three shadows are not told as certainty', () => {
  const { standing } = new Course().submitted(reader, 'passed', true).compared('shadow.compared', 'agrees', 3);
  const words = toldAt(standing, { type: 'standing.changed', change: { to: 'certified', rule: 'clean_reader' } });
  expect(words?.happened).toContain('at least 36 % of the time');
});

test('a signature is asked for once it is needed, and only then', () => {
  const canary = { type: 'standing.changed', change: { to: 'canary' } } as const;
  const mail = new Course().submitted(mailer).compared('shadow.compared', 'agrees', 14);
  expect(toldAt(mail.standing, canary)).toMatchObject({
    now: 'It delivers one occurrence in 4, and the agent runs beside it. After 10 of these without a difference it delivers alone.',
    may: 'What it does cannot be taken back, so it needs your signature before that: pawl task approve "weekly report"',
    isUrgent: true,
  });
  expect(toldAt(mail.signed().standing, canary)).toMatchObject({ may: '', isUrgent: false });
  const write = new Course().submitted(writer).compared('shadow.compared', 'agrees', 14);
  expect(toldAt(write.standing, canary)).toMatchObject({ may: '', isUrgent: false });
  expect(toldAt(unproven, canary)).toMatchObject({ may: '', isUrgent: false });
});

test('a signature is told with what is still missing', () => {
  const signed = { type: 'approval.signed', subject: 's-1', by: 'ada' } as const;
  const now = (course: Course) => toldAt(course.signed().standing, signed)?.now;
  expect(now(new Course().submitted(mailer))).toBe('The signature holds for this very function, and for no later version of it.');
  const canary = () => new Course().submitted(mailer).compared('shadow.compared', 'agrees', 14);
  expect(now(canary().compared('canary.compared', 'agrees', 4))).toBe('It still takes 6 deliveries without a difference beside the agent.');
  const course = canary().compared('canary.compared', 'agrees', 10);
  expect(toldAt(course.standing, signed)?.now).toBe('Nothing more is missing.');
  expect(toldAt(unproven, signed)?.happened).toBe('ada signed that the function may do "weekly report" without the agent.');
});

test.each<[StandingChange & { readonly to: 'refused' }, string]>([
  [
    { to: 'refused', by: 'gates', reasons: ['a', 'b', 'c', 'd', 'e'] },
    'it does not do what recorded runs and questions to the agent showed (a; b; c; and 2 more)',
  ],
  [
    { to: 'refused', by: 'gates', reasons: ['a', 'b', 'c'] },
    'it does not do what recorded runs and questions to the agent showed (a; b; c)',
  ],
  [{ to: 'refused', by: 'weak_evidence', reasons: ['a'] }, 'there is too little to judge it by (a)'],
  [{ to: 'refused', by: 'trial', reasons: [] }, 'beside the agent it did something else too often'],
])('a refusal says why, and that nothing changes: %j', (change, why) => {
  expect(changed(change)).toEqual({
    happened: `weekly_report was refused for "weekly report": ${why}.`,
    now: 'The agent goes on doing it. A better version may be proposed after its next runs, and has to show more.',
    may: '',
    isUrgent: false,
  });
});

const anew = 'The agent does "weekly report" from now on; a repaired version has to show itself anew before it delivers.';

test.each<[SuspensionGround, string, string, boolean]>([
  [{ kind: 'contract_violated', why: 'it wrote twice' }, 'weekly_report did what its contract rules out: it wrote twice.', anew, true],
  [
    { kind: 'wrong_irreversible', why: 'the total' },
    'weekly_report does what cannot be taken back, and differed from the agent: the total.',
    anew,
    true,
  ],
  [{ kind: 'canary_differed', why: 'the total' }, 'weekly_report delivered on trial and differed from the agent: the total.', anew, true],
  [
    { kind: 'read_suspect', why: '$.rows is empty' },
    'What weekly_report read is unlike all that it was tried on: $.rows is empty. The run stopped before its next write, and the agent finished it.',
    anew,
    true,
  ],
  [{ kind: 'fallen' }, 'weekly_report came to differ from the agent more often than it may.', anew, true],
  [
    { kind: 'dependency_suspended', function: 'rows_of' },
    'weekly_report calls rows_of, which was suspended.',
    'The agent does "weekly report" from now on, until it is certified with what it calls.',
    false,
  ],
  [
    { kind: 'subject_changed', parts: ['the contract', 'what runs it'] },
    'Something that the certificate of weekly_report speaks of changed: the contract, what runs it.',
    'The agent does "weekly report" from now on, until it is certified as it is now.',
    false,
  ],
])('a suspension is told at once: %j', (ground, happened, now, tells) => {
  const words = changed({ to: 'suspended', ground });
  expect(words).toMatchObject({ happened: `${happened} It was suspended for "weekly report".`, now, isUrgent: true });
  expect(words.may).toBe(
    ground.kind === 'read_suspect'
      ? 'Look whether the source changed: if it is broken, the agent is misled by it too'
      : 'See what happened: pawl task history "weekly report"',
  );
  expect(tellsOfFunction(ground)).toBe(tells);
});

test.each<[Untimed, string]>([
  [
    { type: 'standing.changed', change: { to: 'revoked', because: 'two_suspensions' } },
    'weekly_report was suspended twice within 30 occurrences of "weekly report".',
  ],
  [
    { type: 'standing.changed', change: { to: 'revoked', because: 'two_failed_repairs' } },
    'Two repairs of weekly_report in a row came to nothing.',
  ],
  [{ type: 'person.revoked', by: 'ada' }, 'ada took "weekly report" from its function.'],
])('what is revoked is told at once, with the way back: %j', (event, happened) => {
  expect(told(event)).toEqual({
    happened,
    now: `"weekly report" is the agent's again for good; no function is tried for it.`,
    may: 'Let functions be tried again: pawl task certify "weekly report" --reopen',
    isUrgent: true,
  });
});

test.each<[Untimed, string]>([
  [{ type: 'candidate.submitted', candidate: reader }, 'weekly_report was proposed to do "weekly report" without the agent.'],
  [
    { type: 'world.failed', subject: 's-1', occurrence: 'o', message: 'no route' },
    'weekly_report could not read anything for "weekly report": no route.',
  ],
  [{ type: 'person.reopened', by: 'ada' }, 'ada opened "weekly report" to functions again.'],
])('so is what leads to no step by itself, for who asks: %j', (event, happened) => {
  expect(told(event)).toMatchObject({ happened, may: '', isUrgent: false });
  expect(told(event).now).not.toBe('');
});

test.each<Untimed>([
  { type: 'occurrence.began', occurrence: 'o' },
  { type: 'gates.judged', subject: 's', verdict: 'passed', isClean: true, reasons: [] },
  { type: 'shadow.compared', subject: 's', occurrence: 'o', comparison: 'agrees', why: '' },
  { type: 'canary.compared', subject: 's', occurrence: 'o', comparison: 'agrees', why: '' },
  { type: 'audit.compared', subject: 's', occurrence: 'o', comparison: 'agrees', why: '' },
  { type: 'delivered', subject: 's', occurrence: 'o' },
  { type: 'delivery.failed', subject: 's', occurrence: 'o', message: 'x' },
  { type: 'contract.violated', subject: 's', occurrence: 'o', why: 'x' },
  { type: 'read.suspect', subject: 's', occurrence: 'o', why: 'x' },
  { type: 'dependency.suspended', function: 'f' },
  { type: 'subject.changed', parts: [] },
  { type: 'repair.began', occurrence: 'o' },
  { type: 'repair.ended', occurrence: 'o', outcome: 'proposed' },
])('$type is told by what it leads to', (event) => {
  expect(toldAt(unproven, event)).toBeNull();
});
