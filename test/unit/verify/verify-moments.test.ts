/** Moments in every form that programs usually write: generated from dates, times, zones, and what is between them. */
import { expect, test } from 'vitest';
import { compareText } from '../../../lib/verify/text/compare-text.ts';

const FROM = Date.UTC(2026, 10, 28, 15, 4, 30);
const CONTEXT = { from: FROM, to: FROM + 5_000, elapsedMs: 60_000, readsClock: true, folder: '/session' };
const RUN = new Date(FROM + 2_000);
/** At another hour of another day, with names of other lengths. */
const EARLIER = new Date(Date.UTC(2025, 4, 7, 3, 44, 9));
/** Not when the clean run ran. */
const OTHER = new Date(Date.UTC(2026, 10, 27, 15, 7, 52));

type Write = (at: Date) => string;
const pad = (value: number) => String(value).padStart(2, '0');
const name =
  (part: Intl.DateTimeFormatOptions): Write =>
  (at) =>
    new Intl.DateTimeFormat('en-US', { ...part, timeZone: 'UTC' }).format(at);
const [b, B] = [name({ month: 'short' }), name({ month: 'long' })];
const [a, A] = [name({ weekday: 'short' }), name({ weekday: 'long' })];
const Y: Write = (at) => String(at.getUTCFullYear());
const m: Write = (at) => pad(at.getUTCMonth() + 1);
const d: Write = (at) => pad(at.getUTCDate());
const e: Write = (at) => String(at.getUTCDate());
const H: Write = (at) => pad(at.getUTCHours());
const I: Write = (at) => pad(at.getUTCHours() % 12 || 12);
const p: Write = (at) => (at.getUTCHours() < 12 ? 'AM' : 'PM');
const M: Write = (at) => pad(at.getUTCMinutes());
const S: Write = (at) => pad(at.getUTCSeconds());
const y: Write = (at) => Y(at).slice(2);

const CLOCKS: Write[] = [
  (at) => `${H(at)}:${M(at)}:${S(at)}`,
  (at) => `${H(at)}:${M(at)}:${S(at)}.123456`,
  (at) => `${H(at)}:${M(at)}`,
  (at) => `${I(at)}:${M(at)}:${S(at)} ${p(at)}`,
  (at) => `${I(at)}:${M(at)}${p(at).toLowerCase()}`,
];
const FILE_CLOCKS: Write[] = [
  (at) => `${H(at)}${M(at)}${S(at)}`,
  (at) => `${H(at)}-${M(at)}-${S(at)}`,
  (at) => `${H(at)}h${M(at)}m${S(at)}`,
];
const DATES: Write[] = [
  ...['-', '/', '.'].flatMap((s): Write[] => [
    (at) => `${Y(at)}${s}${m(at)}${s}${d(at)}`,
    (at) => `${d(at)}${s}${m(at)}${s}${Y(at)}`,
    (at) => `${m(at)}${s}${d(at)}${s}${y(at)}`,
  ]),
  (at) => `${a(at)}, ${d(at)} ${b(at)} ${Y(at)}`,
  (at) => `${A(at)}, ${B(at)} ${e(at)}, ${Y(at)}`,
  (at) => `${e(at)} ${B(at)} ${Y(at)}`,
  (at) => `${d(at)}/${b(at)}/${Y(at)}`,
  (at) => `${b(at)} ${d(at)} ${Y(at)}`,
];
const ZONES = ['', 'Z', ' UTC', '+00:00', ' +0000', ' GMT'];
const [firstClock = Y] = CLOCKS;

const FORMS: Write[] = [
  ...DATES.flatMap((date) =>
    CLOCKS.map(
      (clock): Write =>
        (at) =>
          `${date(at)} ${clock(at)}`,
    ),
  ),
  ...DATES.map(
    (date): Write =>
      (at) =>
        `${date(at)}, ${firstClock(at)}`,
  ),
  ...DATES.map(
    (date): Write =>
      (at) =>
        `${firstClock(at)} ${date(at)}`,
  ),
  ...ZONES.flatMap((zone): Write[] => [
    (at) => `${Y(at)}-${m(at)}-${d(at)}T${firstClock(at)}${zone}`,
    (at) => `${a(at)}, ${d(at)} ${b(at)} ${Y(at)} ${firstClock(at)}${zone}`,
  ]),
  ...FILE_CLOCKS.flatMap((clock): Write[] => [
    (at) => `out_${Y(at)}${m(at)}${d(at)}_${clock(at)}.csv`,
    (at) => `${Y(at)}-${m(at)}-${d(at)}_${clock(at)}`,
    (at) => `${Y(at)}${m(at)}${d(at)}T${clock(at)}Z`,
  ]),
  // ctime, date, and the log of a web server.
  (at) => `${a(at)} ${b(at)} ${e(at).padStart(2)} ${firstClock(at)} ${Y(at)}`,
  (at) => `${a(at)} ${b(at)} ${e(at).padStart(2)} ${firstClock(at)} UTC ${Y(at)}`,
  (at) => `${a(at)} ${b(at)} ${e(at).padStart(2)} ${firstClock(at)} PM CET ${Y(at)}`.replace(' PM', ''),
  (at) => `[${d(at)}/${b(at)}/${Y(at)}:${firstClock(at)} +0000]`,
];

const compare = (write: Write, left: Date, right: Date) =>
  compareText(`at ${write(left)} done`, `at ${write(right)} done`, 'text', CONTEXT);

test('the moment of the clean run is put aside in every form, and no other moment is', () => {
  const failed = FORMS.filter((write) => {
    const { differences, asides } = compare(write, EARLIER, RUN);
    return differences.length > 0 || asides.some(({ kind }) => kind !== 'timestamp') || asides.length !== 1;
  });
  expect(failed.map((write) => write(RUN))).toEqual([]);
  const hidden = FORMS.filter((write) => compare(write, EARLIER, OTHER).differences.length === 0);
  expect(hidden.map((write) => write(OTHER))).toEqual([]);
});

test('words after a moment, and the form that it is written in, are compared', () => {
  const [date = Y] = DATES;
  for (const word of ['INFO', 'GET', 'EST', 'AT', 'PM'])
    expect(
      compare((at) => `${date(at)} ${H(at)}:${M(at)}:${S(at)} ${at === RUN ? word : 'X'}`, EARLIER, RUN)
        .differences,
      word,
    ).not.toEqual([]);
  const dots = (at: Date) => `${d(at)}.${m(at)}.${Y(at)} ${firstClock(at)}`;
  const mixed: Write = (at) => (at === RUN ? `${date(at)} ${firstClock(at)}` : dots(at));
  expect(compare(mixed, EARLIER, RUN).differences).not.toEqual([]);
});

test('dates without a time are data, and a time without a date needs clean runs that differ', () => {
  for (const date of DATES) expect(compare(date, EARLIER, RUN).differences, date(RUN)).not.toEqual([]);
  expect(compare(firstClock, EARLIER, RUN)).toMatchObject({
    differences: [],
    asides: [{ needsProof: true }],
  });
  expect(compare(firstClock, EARLIER, OTHER).differences).not.toEqual([]);
});
