import { expect, test } from 'vitest';
import { checkCron, listTimes, nextTime } from '../../../lib/schedules/cron-times.ts';

const times = (cron: string, timeZone: string, after: string, count: number) =>
  listTimes({ cron, timeZone }, Date.parse(after), count).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );

test('a time of every day is the same on the clock of its zone all year', () => {
  expect(times('0 9 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2)).toEqual([
    '2026-03-29T07:00',
    '2026-03-30T07:00',
  ]);
  expect(times('0 9 * * 1-5', 'Europe/Berlin', '2026-03-27T12:00Z', 1)).toEqual(['2026-03-30T07:00']);
});

test.each(['30 2 * * *', '0,30 2 * * *', '*/20 2 * * *', '45 2 * * *'])(
  'what the clock skips runs once when it has skipped it: %s',
  (cron) => {
    const [first, second] = times(cron, 'Europe/Berlin', '2026-03-28T03:00Z', 2);
    expect(first).toBe('2026-03-29T01:00');
    expect(second?.slice(0, 10)).toBe('2026-03-30');
  },
);

test('where another time of the schedule follows, what was skipped still runs', () => {
  expect(times('15 2,3 * * *', 'Europe/Berlin', '2026-03-28T03:00Z', 3)).toEqual([
    '2026-03-29T01:00',
    '2026-03-29T01:15',
    '2026-03-30T00:15',
  ]);
});

test('zones that skip midnight, and that change by half an hour', () => {
  expect(times('0 0 * * *', 'America/Santiago', '2026-09-05T12:00Z', 2)).toEqual([
    '2026-09-06T04:00',
    '2026-09-07T03:00',
  ]);
  expect(times('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', 2)).toEqual([
    '2026-10-03T15:30',
    '2026-10-04T15:15',
  ]);
});

test('what comes twice runs the first time, wherever one begins to look', () => {
  expect(times('30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', 2)).toEqual([
    '2026-11-01T05:30',
    '2026-11-02T06:30',
  ]);
  for (const after of ['05:30', '05:31', '06:00', '06:29', '06:30'])
    expect(times('30 1 * * *', 'America/New_York', `2026-11-01T${after}Z`, 1)).toEqual(['2026-11-02T06:30']);
});

test.each([
  ['0,30 1 * * *', 'America/New_York', '2026-11-01T04:30Z', ['01T05:00', '01T05:30', '02T06:00']],
  ['15 0-3 * * *', 'America/New_York', '2026-11-01T04:30Z', ['01T05:15', '01T07:15', '01T08:15']],
  ['0,45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:10Z', ['04T14:45', '05T14:30']],
  ['0 */2 * * *', 'Europe/Berlin', '2026-10-24T23:30Z', ['25T00:00', '25T03:00', '25T05:00']],
])('of several times in an hour that comes twice, each runs once: %s', (cron, zone, after, expected) => {
  expect(times(cron, zone, after, expected.length).map((at) => at.slice(8))).toEqual(expected);
});

test('every second hour runs when the clock has skipped it', () => {
  expect(times('0 */2 * * *', 'America/New_York', '2026-03-08T05:30Z', 2)).toEqual([
    '2026-03-08T07:00',
    '2026-03-08T08:00',
  ]);
});

test('where every hour counts, each real hour does, in both directions', () => {
  expect(times('30 * * * *', 'Europe/Berlin', '2026-10-24T23:45Z', 3)).toEqual([
    '2026-10-25T00:30',
    '2026-10-25T01:30',
    '2026-10-25T02:30',
  ]);
  expect(times('30 * * * *', 'Europe/Berlin', '2026-03-29T00:00Z', 3)).toEqual([
    '2026-03-29T00:30',
    '2026-03-29T01:30',
    '2026-03-29T02:30',
  ]);
});

test('a day that is given as date and as weekday is either', () => {
  expect(times('0 0 13 * 5', 'UTC', '2026-04-09T12:00Z', 3)).toEqual([
    '2026-04-10T00:00',
    '2026-04-13T00:00',
    '2026-04-17T00:00',
  ]);
});

test.each([
  ['61 * * * *', 'UTC', 'is not a time as cron has it'],
  ['0 9 * * * *', 'UTC', 'is not a time as cron has it'],
  ['hello', 'UTC', 'is not a time as cron has it'],
  ['2026-12-01T09:00', 'UTC', 'is not a time as cron has it'],
  ['0 0 30 2 *', 'UTC', 'never comes'],
  ['0 9 * * *', 'Mars/Olympus', 'is not a time zone'],
])('%s in %s is refused', (cron, timeZone, sentence) => {
  expect(() => checkCron({ cron, timeZone }, Date.parse('2026-03-28T12:00Z'))).toThrow(sentence);
});

test('@daily is midnight', () => {
  expect(nextTime({ cron: '@daily', timeZone: 'UTC' }, Date.parse('2026-03-28T12:00Z'))).toBe(
    Date.parse('2026-03-29T00:00Z'),
  );
});
