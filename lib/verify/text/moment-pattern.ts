/**
 * How programs write a moment: a date with a time of day, in either order, in digits or with the name of the month. What a
 * match says is read by `readMoments`.
 */
const SHORT_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,? {1,3})`;
const DAY = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const DIGITS = ['-', '/', String.raw`\.`].map(
  (s) => String.raw`\d{4}${s}\d{1,2}${s}\d{1,2}|\d{1,2}${s}\d{1,2}${s}(?:\d{4}|\d{2})`,
);
const NAMED = String.raw`${DAY}[ /-]${MONTH},?[ /-]\d{4}|${MONTH} {1,2}${DAY},? \d{4}`;
const DATE = String.raw`${WEEKDAY}?(?:${NAMED}|${DIGITS.join('|')}|\d{8})`;
/** A word after a time may be anything else: only names of zones are one. */
const ZONE = String.raw`(?:Z|(?: ?(?:UTC|GMT))?[+-]\d{2}:?\d{2}| [+-]\d{2}:?\d{2}| (?:UTC|GMT|W?E[ES]?T|WEST|CES?T|EE?[SD]T|[CMP][SD]T|MSK|BST|[IJK]ST|A[CEW][SD]T|NZ[SD]T|SAST))`;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\b\.?)?`;
/** In names of files, where a colon cannot be. */
const FILE_CLOCK = String.raw`(?:\d{6}|\d{2}[-_.h]\d{2}[-_.m]\d{2})`;
const BETWEEN = '(?:,? {1,3}(?:(?:at|-) )?|T|[_:-])';
const FORMS = [
  String.raw`${WEEKDAY}?${MONTH} {1,2}\d{1,2} ${CLOCK}${ZONE}? \d{4}`,
  `${DATE}${BETWEEN}(?:${CLOCK}|${FILE_CLOCK})${ZONE}?`,
  `${CLOCK}${ZONE}?,? {1,3}(?:on )?${DATE}`,
];

export const MOMENT = new RegExp(String.raw`(?<![A-Za-z\d.])(?:${FORMS.join('|')})(?![A-Za-z\d-])`, 'dgi');

/** Without a date. */
export const TIME_OF_DAY = /(?<![\w.:-])\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ?[AP]M\b)?(?![\w:-])/dgi;

const CLOCK_PARTS = /(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?: ?([ap])\.?m\b\.?)?/i;
const FILE_CLOCK_PARTS = /(?<!\d)(\d{2})[-_.h]?(\d{2})[-_.m]?(\d{2})$/;
const ZONE_PART = new RegExp(`(?<=\\d|m|\\.)${ZONE}(?= \\d{4}$|,? {1,3}(?:on )?[A-Za-z\\d]|$)`, 'i');

export interface Moment {
  /** As if it were in UTC, milliseconds since 1970. */
  readonly at: number;
  readonly hasSeconds: boolean;
}

/** What a match may say: 4/5/2026 is in April or in May. Without a date, the time is one of `days`, midnights in UTC. */
export function readMoments(text: string, days: readonly number[]): Moment[] {
  const isColon = CLOCK_PARTS.test(text);
  const bare = isColon ? text : text.replace(ZONE_PART, '');
  const clock = (isColon ? CLOCK_PARTS : FILE_CLOCK_PARTS).exec(bare);
  if (!clock) return [];
  const [whole, hour = '', minute = '', second, fraction = '', half] = clock;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const ms =
    ((hours * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000 +
    Math.floor(Number(`0.${fraction}0`) * 1000);
  // An offset from UTC says nothing of the date.
  const after = bare.slice(clock.index + whole.length).replace(/^ ?(?:UTC|GMT)?[+-]\d{2}:?\d{2}(?!\d)/, '');
  const date = `${bare.slice(0, clock.index)} ${after}`;
  const midnights = /\d/.test(date) ? readDates(date) : days;
  return midnights.map((midnight) => ({ at: midnight + ms, hasSeconds: second !== undefined }));
}

function readDates(date: string): number[] {
  const numbers = date.match(/\d+/g) ?? [];
  const [name] = /[a-z]{3,}/gi.exec(date.replace(new RegExp(WEEKDAY, 'i'), '')) ?? [];
  const month = name ? SHORT_MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : -1;
  const [first = '', second = '', third = ''] = numbers;
  if (month >= 0) return [Date.UTC(Number(second), month, Number(first))];
  if (first.length === 8)
    return [Date.UTC(Number(first.slice(0, 4)), Number(first.slice(4, 6)) - 1, Number(first.slice(6)))];
  if (first.length === 4) return [Date.UTC(Number(first), Number(second) - 1, Number(third))];
  const year = third.length === 2 ? 2000 + Number(third) : Number(third);
  return [
    Date.UTC(year, Number(second) - 1, Number(first)),
    Date.UTC(year, Number(first) - 1, Number(second)),
  ];
}

/** Whether two moments are written in one way, but for the digits and names. What is 0 at the end is left out. */
export function isSameForm(left: string, right: string): boolean {
  const toForm = (text: string) =>
    text
      .replace(/(:\d{2})[.,]\d+/, '$1')
      .replaceAll(/\d+/g, '0')
      .replaceAll(/[a-z]+/gi, 'a')
      .replaceAll(/ +/g, ' ');
  const isCode = left.endsWith(')') && right.endsWith(')');
  return isCode || toForm(left) === toForm(right);
}
