import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latestTimes, nextTime, nextTimes } from '../../../src/core/schedule/next-time.ts';
import { scheduleNotices, scheduleText } from '../../../src/core/schedule/schedule-text.ts';
import { due, fault, isos, parsed } from './due.ts';

const now = '2026-12-01T10:07:30Z';

describe('how often', () => {
  test.each([
    [{ every: '10m' }, ['2026-12-01T10:17:30Z', '2026-12-01T10:27:30Z']],
    [{ every: 'minutely', start: '2026-12-01T10:00' }, ['2026-12-01T10:08:00Z', '2026-12-01T10:09:00Z']],
    [{ every: '2 hours', start: '2026-12-01' }, ['2026-12-01T12:00:00Z', '2026-12-01T14:00:00Z']],
    [{ every: 'hourly' }, ['2026-12-01T11:07:30Z', '2026-12-01T12:07:30Z']],
    [{ every: 'daily', at: '09:00' }, ['2026-12-02T09:00:00Z', '2026-12-03T09:00:00Z']],
    [{ every: '3 days' }, ['2026-12-04T10:07:30Z', '2026-12-07T10:07:30Z']],
    [{ every: 'week', at: '8:30:15' }, ['2026-12-08T08:30:15Z', '2026-12-15T08:30:15Z']],
    [{ every: 'weekly', on: 'fri-mon', at: '08:00' }, ['2026-12-04T08:00:00Z', '2026-12-05T08:00:00Z']],
    [{ every: 'month', on: 'last, 1', at: '08:00' }, ['2026-12-31T08:00:00Z', '2027-01-01T08:00:00Z']],
    [{ every: 'monthly' }, ['2027-01-01T10:07:30Z', '2027-02-01T10:07:30Z']],
    [{ every: '2 months', on: '31', start: '2026-12-01', at: '08:00' }, ['2026-12-31T08:00:00Z', '2027-08-31T08:00:00Z']],
    [{ every: 'yearly', start: '2024-02-29T06:00' }, ['2028-02-29T06:00:00Z', '2032-02-29T06:00:00Z']],
    [{ every: '2y', start: '1969-12-24' }, ['2027-12-24T00:00:00Z', '2029-12-24T00:00:00Z']],
    [{ every: 'day', start: '1969-12-24T06:00' }, ['2026-12-02T06:00:00Z', '2026-12-03T06:00:00Z']],
    [{ start: '2026-12-24T09:00' }, ['2026-12-24T09:00:00Z']],
  ])('%j', (given, times) => expect(due(given, now, 2)).toEqual(times));

  test('every second week has its days in one week and none in the next, at each of its times', () => {
    const given = { every: '2 weeks', on: 'mon,sun', at: '17:30,09:00', zone: 'Europe/Berlin' };
    expect(due(given, now, 6)).toEqual([
      '2026-12-06T08:00:00Z',
      '2026-12-06T16:30:00Z',
      '2026-12-14T08:00:00Z',
      '2026-12-14T16:30:00Z',
      '2026-12-20T08:00:00Z',
      '2026-12-20T16:30:00Z',
    ]);
  });

  test('a grid of minutes goes on through a shift of the clock, a time of day keeps to the wall', () => {
    const zone = 'Europe/Berlin';
    expect(due({ every: '30m', zone, start: '2026-10-25T02:30' }, '2026-10-25T00:10:00Z', 3)).toEqual([
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T01:30:00Z',
    ]);
    expect(due({ every: 'day', at: '02:30', zone }, '2027-03-27T00:00:00Z', 3)).toEqual([
      '2027-03-27T01:30:00Z',
      '2027-03-28T01:00:00Z',
      '2027-03-29T00:30:00Z',
    ]);
  });
});

describe('from when until when', () => {
  test('an end by number is one by time, counted from the start', () => {
    expect(due({ every: 'day', at: '09:00', count: '3' }, now, 9)).toEqual([2, 3, 4].map((day) => `2026-12-0${day}T09:00:00Z`));
    expect(due({ every: '10m', count: '3', until: '2026-12-01T10:20:00' }, now, 9)).toEqual(['2026-12-01T10:17:30Z']);
    expect(due({ every: 'day', count: '1' }, now, 9)).toEqual(['2026-12-02T10:07:30Z']);
    expect(due({ cron: '* * * * * *', count: '1' }, now, 9)).toEqual(['2026-12-01T10:07:31Z']);
    expect(due({ cron: '0 0 * * *', start: '2026-11-29', count: '4' }, now, 9)).toEqual(['2026-12-02T00:00:00Z']);
    expect(due({ every: 'day', until: '2026-12-03', at: '23:30', count: '100', zone: 'America/New_York' }, now, 9)).toEqual(
      [2, 3, 4].map((day) => `2026-12-0${day}T04:30:00Z`),
    );
  });

  test('moments are those of the zone, or say their own', () => {
    expect(due({ start: '2026-12-24 09:00', zone: 'Asia/Tokyo' }, now, 1)).toEqual(['2026-12-24T00:00:00Z']);
    expect(due({ start: '2026-12-24T09:00+05:30', zone: 'Asia/Tokyo' }, now, 1)).toEqual(['2026-12-24T03:30:00Z']);
    expect(due({ start: '2026-12-24T09:00-05:00' }, now, 1)).toEqual(['2026-12-24T14:00:00Z']);
    expect(due({ start: '2026-12-24T09:00:05z' }, now, 1)).toEqual(['2026-12-24T09:00:05Z']);
  });
});

describe('refused, with where and what to do', () => {
  test.each([
    [{ every: '0m' }, ['every']],
    [{ every: '10001d' }, ['every']],
    [{ every: 'fortnight' }, ['every']],
    [{ every: '' }, ['every']],
    [{ every: 'day', at: '24:00' }, ['at']],
    [{ every: 'day', at: '9' }, ['at']],
    [{ every: 'day', on: 'mon' }, ['on']],
    [{ every: 'year', on: '1' }, ['on']],
    [{ every: 'week', on: 'monday-xday', at: '25:00' }, ['on', 'at']],
    [{ every: 'week', on: 'mon-tue-wed' }, ['on']],
    [{ every: 'month', on: '32' }, ['on']],
    [{ every: 'month', on: 'second thursday' }, ['on']],
    [{ every: '5m', at: '09:00', on: 'mon' }, ['on', 'at']],
    [{ every: '5h', at: '09:00' }, ['at']],
    [{ at: '09:00', on: 'mon' }, ['on', 'at']],
    [{ cron: '0 9 * * *', every: 'day', at: '09:00' }, ['every', 'at']],
    [{ cron: 'nonsense', on: 'mon' }, ['on', 'cron']],
    [{}, ['start']],
    [{ every: 'day', zone: 'Mars/Olympus' }, ['zone']],
    [{ every: 'day', zone: '+02:00' }, ['zone']],
    [{ start: '2027-02-30' }, ['start']],
    [{ start: '2027-02-28T25:00' }, ['start']],
    [{ start: '2027-13-01' }, ['start']],
    [{ start: 'tomorrow', until: 'some day', every: 'day', count: '0' }, ['start', 'until', 'count']],
    [{ every: 'day', count: '10001' }, ['count']],
    [{ every: 'day', count: 'three' }, ['count']],
    [{ every: 'day', start: '2027-01-02', until: '2027-01-01' }, ['until']],
    [{ every: 'day', at: '09:00', start: '2027-01-02T10:00', until: '2027-01-03T08:00' }, ['every']],
    [{ every: 'hour', start: '2026-01-02', until: '2026-01-03' }, ['until']],
    [{ every: '2h', start: '2026-01-02', count: '2' }, ['until']],
    [{ start: '2026-01-02' }, ['start']],
    [{ every: '12 months', on: '30', start: '2027-02-01' }, ['every']],
  ])('%j', (given, fields) => {
    const faults = fault(given, now);
    expect(faults.map(({ field }) => field)).toEqual(fields);
    for (const { message, hint } of faults) expect([message.length, hint.length].every((length) => length > 5)).toBe(true);
  });
});

describe('in words', () => {
  test.each([
    [{ every: '10m' }, 'every 10 minutes'],
    [{ every: '60m' }, 'every hour'],
    [{ every: '2h' }, 'every 2 hours'],
    [{ every: 'day', at: '09:00' }, 'every day at 09:00 (UTC)'],
    [{ every: '2 weeks', on: 'wed,mon', at: '09:00,17:30:05' }, 'every 2 weeks on Mon, Wed at 09:00, 17:30:05 (UTC)'],
    [{ every: 'month', on: '1,last', at: '09:00' }, 'every month on day 1, last at 09:00 (UTC)'],
    [{ every: 'year', at: '09:00' }, 'every year at 09:00 (UTC)'],
    [{ cron: ' 0 9 * * *', zone: 'Europe/Berlin' }, 'cron 0 9 * * * (Europe/Berlin)'],
    [{ start: '2026-12-24T09:00', zone: 'Europe/Berlin' }, 'once at 2026-12-24T09:00 (Europe/Berlin)'],
  ])('%j is "%s"', (given, text) => expect(scheduleText(parsed(given, now))).toBe(text));

  const notices = (given: Parameters<typeof parsed>[0]): readonly string[] => scheduleNotices(parsed(given, now), Date.parse(now));

  test('either of two day fields: said with the next five dates, and how to say the other thing', () => {
    expect(notices({ cron: '30 4 1,15 * 5', zone: 'Europe/Berlin' })).toEqual([
      'it is due on days that fit EITHER of its two day fields, next Fri 2026-12-04 04:30, Fri 2026-12-11 04:30, Tue 2026-12-15 04:30, Fri 2026-12-18 04:30, Fri 2026-12-25 04:30.',
      '"the second Thursday" is  * * thu#2  as the last three fields.',
    ]);
  });

  test('days that some months or years have not are said to be passed over', () => {
    for (const given of [{ cron: '0 12 31 * *' }, { every: 'month', on: '29' }, { every: 'month', on: '31', at: '10:00' }])
      expect(notices(given)).toEqual([expect.stringContaining('months without that day are passed over')]);
    expect(notices({ every: 'year', start: '2028-02-29' })).toEqual([expect.stringContaining('only leap years have')]);
    for (const given of [
      { cron: '0 12 31 12 *' },
      { every: 'month', on: 'last,28' },
      { every: 'year', start: '2028-02-28' },
      { every: 'week' },
    ])
      expect(notices(given)).toEqual([]);
  });
});

describe('properties', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
  const schedules = fc.record(
    {
      zone: fc.constantFrom(...zones),
      given: fc.oneof(
        fc.record({ cron: fc.constantFrom('*/7 * * * *', '30 2 * * *', '0 */3 1 * *', '15 1,2 * * sun', '0 0 31 * *', '59 23 29 2 *') }),
        fc.record({
          every: fc.constantFrom('7m', '5h', 'day', '3 days', '2 weeks', 'month', '5 months', 'year'),
          start: fc.constant('2025-10-26T01:30'),
        }),
      ),
    },
    { requiredKeys: ['zone', 'given'] },
  );
  const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-12-31') });

  test('instants rise, each is after the one that was asked with, and none lies between', () => {
    fc.assert(
      fc.property(schedules, moments, fc.nat(86_400_000), ({ zone, given }, afterMs, backMs) => {
        const schedule = parsed({ ...given, zone }, '2026-01-01T00:00:00Z');
        const next = nextTime(schedule, afterMs);
        if (next === null) return;
        expect(next).toBeGreaterThan(afterMs);
        // Asked from anywhere before it, with nothing in between, it is the same one.
        const earlier = nextTimes(schedule, afterMs - backMs, 250).find((atMs) => atMs > afterMs);
        if (earlier !== undefined) expect(earlier).toBe(next);
        expect(nextTime(schedule, next - 1)).toBe(next);
      }),
      { numRuns: 40 },
    );
  });

  test('the latest of a span are the end of what the span has', () => {
    fc.assert(
      fc.property(schedules, moments, fc.nat(86_400_000), fc.integer({ min: 1, max: 9 }), ({ zone, given }, fromMs, spanMs, most) => {
        const schedule = parsed({ ...given, zone }, '2026-01-01T00:00:00Z');
        const all = nextTimes(schedule, fromMs, 250).filter((atMs) => atMs <= fromMs + spanMs);
        expect(isos(latestTimes(schedule, fromMs, fromMs + spanMs, most))).toEqual(isos(all.slice(-most)));
      }),
      { numRuns: 40 },
    );
  });
});
