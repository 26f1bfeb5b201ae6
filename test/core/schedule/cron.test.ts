import { describe, expect, test } from 'vitest';
import { nextTimes } from '../../../src/core/schedule/next-time.ts';
import { due, fault, isos, parsed } from './due.ts';

describe('shifts of the clock', () => {
  test('a daily time in the gap is due right behind it, and on the next days as ever', () => {
    expect(due({ cron: '30 2 * * *', zone: 'America/New_York' }, '2026-03-07T07:30:00Z', 3)).toEqual([
      '2026-03-08T07:00:00Z',
      '2026-03-09T06:30:00Z',
      '2026-03-10T06:30:00Z',
    ]);
  });

  test('after a gap the times of the same day come, and those of the next week', () => {
    expect(due({ cron: '0 5 * * 7', zone: 'Europe/Rome' }, '2025-03-29T00:00:00Z', 2)).toEqual([
      '2025-03-30T03:00:00Z',
      '2025-04-06T03:00:00Z',
    ]);
    expect(due({ cron: '0 8 * * 0', zone: 'America/Chicago' }, '2026-03-08T05:45:00Z', 1)).toEqual(['2026-03-08T13:00:00Z']);
  });

  test('several times in one gap are one, right behind it', () => {
    expect(due({ cron: '15,45 2 * * *', zone: 'America/New_York' }, '2026-03-08T05:00:00Z', 3)).toEqual([
      '2026-03-08T07:00:00Z',
      '2026-03-09T06:15:00Z',
      '2026-03-09T06:45:00Z',
    ]);
  });

  test('a gap of half an hour, and one of a whole day, are gaps too', () => {
    expect(due({ cron: '15 2 * * *', zone: 'Australia/Lord_Howe' }, '2026-10-03T00:00:00Z', 2)).toEqual([
      '2026-10-03T15:30:00Z',
      '2026-10-04T15:15:00Z',
    ]);
    expect(due({ cron: '0 9 * * *', zone: 'Pacific/Apia' }, '2011-12-29T12:00:00Z', 3)).toEqual([
      '2011-12-29T19:00:00Z',
      '2011-12-30T10:00:00Z',
      '2011-12-30T19:00:00Z',
    ]);
  });

  test('a time that the clock shows twice is due the first time only, asked within it too', () => {
    const rule = { cron: '30 1 * * *', zone: 'America/New_York' };
    expect(due(rule, '2026-10-31T12:00:00Z', 2)).toEqual(['2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z']);
    for (const within of ['05:45', '06:10']) expect(due(rule, `2026-11-01T${within}:00Z`, 1)).toEqual(['2026-11-02T06:30:00Z']);
  });

  test('open hours go by elapsed time: nothing is left out, and what the clock shows twice comes twice', () => {
    expect(due({ cron: '30 * * * *', zone: 'America/New_York' }, '2026-03-08T05:45:00Z', 3)).toEqual([
      '2026-03-08T06:30:00Z',
      '2026-03-08T07:30:00Z',
      '2026-03-08T08:30:00Z',
    ]);
    expect(due({ cron: '0 * * * *', zone: 'America/New_York' }, '2026-11-01T04:30:00Z', 4)).toEqual([
      '2026-11-01T05:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-11-01T07:00:00Z',
      '2026-11-01T08:00:00Z',
    ]);
  });

  test('open hours on the one day of a year on which midnight comes twice', () => {
    expect(due({ cron: '30 * 24 10 *', zone: 'Asia/Beirut' }, '2026-10-24T20:00:00Z', 3)).toEqual([
      '2026-10-24T20:30:00Z',
      '2026-10-24T21:30:00Z',
      '2027-10-23T21:30:00Z',
    ]);
  });
});

describe('days of the week', () => {
  const weekdays = (field: string): number[] => {
    const schedule = parsed({ cron: `0 0 * * ${field}` }, '2026-11-01T00:00:00Z');
    const week = nextTimes(schedule, Date.parse('2026-11-01T12:00:00Z'), 14).filter((atMs) => atMs <= Date.parse('2026-11-08T12:00:00Z'));
    return week.map((atMs) => new Date(atMs).getUTCDay());
  };

  test.each([
    ['2/2', [2, 4, 6]],
    ['4-7/3', [4, 0]],
    ['1/2', [1, 3, 5, 0]],
    ['*/7', [0]],
    ['0/2', [2, 4, 6, 0]],
    ['7', [0]],
    ['5-7', [5, 6, 0]],
    ['sat-sun', [6, 0]],
    ['6-0', [6, 0]],
    ['2-0/2', [2, 4, 6]],
    ['0,7', [0]],
    ['SUN', [0]],
    ['mon-wed,fri', [1, 2, 3, 5]],
  ])('%s means days %j, each once', (field, days) => expect(weekdays(field)).toEqual(days));

  test.each([
    ['7/2', 'begins with the last day', '0-6/2'],
    ['FRI-MON', 'ends before it begins', 'FRI-sat,sun-MON'],
    ['8', 'goes from 0 to 7', 'minute hour'],
  ])('%s is refused, by its field and with what to write', (field, message, hint) => {
    expect(fault({ cron: `0 0 * * ${field}` })).toEqual([
      {
        field: 'cron',
        message: expect.stringContaining(`"${field}" as the day of the week ${message}`),
        hint: expect.stringContaining(hint),
      },
    ]);
  });
});

test('days of month and week are either of them, as ever in cron', () => {
  expect(due({ cron: '30 4 1,15 * 5' }, '2026-11-30T12:00:00Z', 6)).toEqual(
    ['01', '04', '11', '15', '18', '25'].map((day) => `2026-12-${day}T04:30:00Z`),
  );
});

test('the last day of each month, and days that some months have not', () => {
  expect(due({ cron: '0 12 L * *' }, '2028-01-01T00:00:00Z', 4)).toEqual(
    ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'].map((day) => `${day}T12:00:00Z`),
  );
  expect(due({ cron: '0 12 31 * *' }, '2027-01-01T00:00:00Z', 7)).toEqual(
    ['01', '03', '05', '07', '08', '10', '12'].map((month) => `2027-${month}-31T12:00:00Z`),
  );
  expect(due({ cron: '0 12 15,L * *' }, '2027-02-01T00:00:00Z', 2)).toEqual(['2027-02-15T12:00:00Z', '2027-02-28T12:00:00Z']);
  expect(due({ cron: '0 9 * * thu#2' }, '2026-12-01T00:00:00Z', 2)).toEqual(['2026-12-10T09:00:00Z', '2027-01-14T09:00:00Z']);
});

test('seconds, names of months, and lines with a name', () => {
  expect(due({ cron: '*/20 0 0 1 jan *' }, '2026-12-01T00:00:00Z', 3)).toEqual(
    ['00', '20', '40'].map((second) => `2027-01-01T00:00:${second}Z`),
  );
  expect(due({ cron: '@Hourly' }, '2026-12-01T00:30:00Z', 1)).toEqual(['2026-12-01T01:00:00Z']);
  expect(due({ cron: '0 0 1 feb-mar/1 ?' }, '2026-12-01T00:30:00Z', 2)).toEqual(['2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z']);
  expect(due({ cron: '5/15 3/6 * * *' }, '2026-12-01T00:00:00Z', 5)).toEqual(
    ['03:05', '03:20', '03:35', '03:50', '09:05'].map((time) => `2026-12-01T${time}:00Z`),
  );
});

test.each([
  ['', 'not 0'],
  ['* * * *', 'not 4'],
  ['* * * * * * *', 'not 7'],
  ['61 * * * *', '"61" as the minute goes from 0 to 59'],
  ['0 22-2 * * *', '"22-2" as the hour ends before it begins'],
  ['0 0 5-1 * *', '"5-1" as the day of the month ends before it begins'],
  ['0 0 1 13 *', '"13" as the month goes from 1 to 12'],
  ['0 0 1 dec-feb *', '"dec-feb" as the month ends before it begins'],
  ['*/0 * * * *', 'is no line of cron: Syntax error'],
  ['H * * * *', 'illegal characters'],
  ['0 12 30 2 *', 'it is never due'],
  ['* * 31 4 *', 'it is never due'],
])('"%s" is refused: %s', (line, message) => {
  expect(fault({ cron: line })).toEqual([{ field: 'cron', message: expect.stringContaining(message), hint: expect.stringMatching(/./) }]);
});

test('a line that a later Pawl has written is never due to this one, which is no reason to fail', () => {
  const schedule = { ...parsed({ cron: '0 0 * * *' }, '2026-12-01T00:00:00Z'), rule: { kind: 'cron', line: 'every full moon' } } as const;
  expect(nextTimes(schedule, 0, 5)).toEqual([]);
});

test('the same question has the same answer, whoever asked before and however often', () => {
  const schedule = parsed({ cron: '7 3 * * *', zone: 'Europe/Berlin' }, '2026-12-01T00:00:00Z');
  const first = isos(nextTimes(schedule, 0, 5));
  for (let minute = 0; minute < 1100; minute++) parsed({ cron: `${minute % 60} ${Math.floor(minute / 60)} * 1 *` }, '2026-12-01T00:00:00Z');
  expect(isos(nextTimes(schedule, 0, 5))).toEqual(first);
});
