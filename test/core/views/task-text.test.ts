import { expect, test } from 'vitest';
import { parseSchedule } from '../../../src/core/schedule/parse-schedule.ts';
import { causeText, occurrenceStateText, taskNotices, taskStateText, whenText, zonedText } from '../../../src/core/views/task-text.ts';
import { okValue } from '../../../src/testing/ok-value.ts';
import { sampleTask } from '../../../src/testing/sample-tasks.ts';

const nowMs = Date.parse('2026-12-01T10:00:00Z');

test('when a task is due, and what may surprise in it', () => {
  const schedule = okValue(parseSchedule({ cron: '0 9 31 * *', zone: 'UTC' }, nowMs));
  const task = sampleTask('x', { when: { kind: 'schedule', schedule, jitterMs: 0 } });
  expect([whenText(task), taskNotices(task, nowMs).length]).toEqual(['cron 0 9 31 * * (UTC)', 1]);
  expect([whenText(sampleTask('x')), taskNotices(sampleTask('x'), nowMs)]).toEqual(['on the event happened', []]);
  expect(whenText({ when: { kind: 'webhook', tokenDigest: '' } })).toBe('when its webhook is called');
});

test('states, causes and moments in words', () => {
  expect(['scheduled', 'paused'].map((state) => taskStateText(state as 'paused'))).toEqual(['scheduled', 'paused (pawl task enable)']);
  expect([occurrenceStateText('asking'), occurrenceStateText('failed')]).toEqual(['waits for you (pawl approve)', 'failed']);
  expect(causeText({ kind: 'due', dueAtMs: nowMs, startAtMs: nowMs })).toBe('due 2026-12-01T10:00:00Z');
  expect(causeText({ kind: 'event', event: 'opened-1', payload: null })).toBe('event opened-1');
  expect(causeText({ kind: 'by_hand' })).toBe('by hand');
  expect([zonedText('Europe/Berlin', nowMs), zonedText('UTC', nowMs + 5000)]).toEqual(['2026-12-01 11:00:00', '2026-12-01 10:00:05']);
});
