/** Reads the dates that a question names. */
import type { Moment } from './meanings.ts';
import { type Token, toSingular } from './tokens.ts';
import { ORDINAL_WORDS } from './vocabulary.ts';

export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Records of weather begin about then; lower numbers are rather amounts. */
const FIRST_YEAR = 1750;
const LAST_YEAR = 2100;

interface Found {
  readonly moment: Moment;
  readonly end: number;
  readonly cost?: number;
}

/** The moments that begin with the token at `start`, the longest of each kind. */
export function readMoments(tokens: readonly Token[], start: number): Found[] {
  const token = tokens[start];
  if (!token) return [];
  const found = [
    readIso(token, start),
    readMonth(tokens, start),
    readDayFirst(tokens, start),
    readQuarter(tokens, start),
    readWeekday(token, start),
    readDays(token, start),
  ];
  return found.filter((one) => one !== null);
}

function toIso(...parts: (number | null)[]): Moment {
  const texts = parts.filter((part) => part !== null).map((part) => String(part).padStart(2, '0'));
  return { kind: 'iso', iso: texts.join('-') };
}

export function readYear(token: Token | undefined): number | null {
  if (token?.kind !== 'number' || token.sign !== null || !/^\d{4}$/.test(token.text)) return null;
  const year = Number(token.text);
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null;
}

function readIso(token: Token, start: number): Found | null {
  const year = readYear(token);
  if (year !== null) return { moment: toIso(year), end: start + 1 };
  const isDate = token.kind === 'word' && token.word.length >= 7 && token.word.charAt(4) === '-';
  return isDate ? { moment: { kind: 'iso', iso: token.word.replace(' ', 'T') }, end: start + 1 } : null;
}

function findMonth(token: Token | undefined): number | null {
  const word = token?.kind === 'word' ? token.word : '';
  const isShort = word.length === 3 || word.length === 4;
  const index = MONTHS.findIndex((month) => month === word || (isShort && month.startsWith(word)));
  return index < 0 ? null : index + 1;
}

function readDay(token: Token | undefined): number | null {
  const isDay =
    token?.kind === 'number' && (token.sign === null || ['st', 'nd', 'rd', 'th'].includes(token.sign));
  return isDay && token.number !== null && token.number >= 1 && token.number <= 31 ? token.number : null;
}

/** `March`, `March 2023`, `March 5, 2023`. */
function readMonth(tokens: readonly Token[], start: number): Found | null {
  const month = findMonth(tokens[start]);
  if (month === null) return null;
  const next = start + (tokens[start + 1]?.word === 'of' ? 2 : 1);
  const year = readYear(tokens[next]);
  if (year !== null) return { moment: toIso(year, month), end: next + 1 };
  const day = readDay(tokens[start + 1]);
  const comma = tokens[start + 2]?.word === ',' ? 1 : 0;
  const yearOfDay = readYear(tokens[start + 2 + comma]);
  if (day !== null && yearOfDay !== null)
    return { moment: toIso(yearOfDay, month, day), end: start + 3 + comma };
  const shared = day === null ? findSharedYear(tokens, start + 1, findMonthAt) : null;
  if (shared !== null) return { moment: toIso(shared, month), end: start + 1 };
  const value = { kind: 'number', value: month } as const;
  return { moment: { kind: 'part', part: 'month-of-year', value }, end: start + 1 };
}

const JOINERS: ReadonlySet<string> = new Set('and or to until through versus vs - – ,'.split(' '));

/** `January and May 2024`, `Q1 to Q3 2024`: the year of the last one is that of all. */
function findSharedYear(
  tokens: readonly Token[],
  start: number,
  isAlike: (tokens: readonly Token[], at: number) => boolean,
): number | null {
  let at = start;
  while (JOINERS.has(tokens[at]?.word ?? '')) at += 1;
  if (at === start || !isAlike(tokens, at)) return null;
  return readYear(tokens[at + 1]) ?? findSharedYear(tokens, at + 1, isAlike);
}

function findMonthAt(tokens: readonly Token[], at: number): boolean {
  return findMonth(tokens[at]) !== null;
}

const SHORT_QUARTERS = ['q1', 'q2', 'q3', 'q4'];

function isShortQuarter(tokens: readonly Token[], at: number): boolean {
  return SHORT_QUARTERS.includes(tokens[at]?.word ?? '');
}

/** `5 March 2023`, `5th of March 2023`. */
function readDayFirst(tokens: readonly Token[], start: number): Found | null {
  const day = readDay(tokens[start]);
  const at = start + (tokens[start + 1]?.word === 'of' ? 2 : 1);
  const month = findMonth(tokens[at]);
  const year = readYear(tokens[at + 1]);
  return day !== null && month !== null && year !== null
    ? { moment: toIso(year, month, day), end: at + 2 }
    : null;
}

/** `Q1`, `Q1 2023`, `the first quarter of 2023`. */
function readQuarter(tokens: readonly Token[], start: number): Found | null {
  const word = tokens[start]?.word ?? '';
  const short = SHORT_QUARTERS.indexOf(word) + 1;
  const isLong = tokens[start + 1]?.word === 'quarter';
  const quarter = short || (isLong ? (ORDINAL_WORDS.get(word) ?? 0) : 0);
  if (quarter < 1 || quarter > 4) return null;
  const end = start + (short ? 1 : 2);
  const at = tokens[end]?.word === 'of' ? end + 1 : end;
  const year = readYear(tokens[at]);
  if (year !== null) return { moment: { kind: 'iso', iso: `${year}-Q${quarter}` }, end: at + 1 };
  const shared = short ? findSharedYear(tokens, end, isShortQuarter) : null;
  if (shared !== null) return { moment: { kind: 'iso', iso: `${shared}-Q${quarter}` }, end };
  const value = { kind: 'number', value: quarter } as const;
  return { moment: { kind: 'part', part: 'quarter-of-year', value }, end };
}

function readWeekday(token: Token, start: number): Found | null {
  const word = toSingular(token.word);
  const day = WEEKDAYS.find((name) => name === word);
  if (!day) return null;
  const value = { kind: 'text', value: `${day.charAt(0).toUpperCase()}${day.slice(1)}` } as const;
  return { moment: { kind: 'part', part: 'weekday', value }, end: start + 1 };
}

/** Days of the week that have a name together. */
export const DAYS: readonly { readonly name: string; readonly days: readonly string[] }[] = [
  { name: 'weekends', days: ['Saturday', 'Sunday'] },
  { name: 'weekdays', days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] },
];
/** A column may have such values itself. */
const DAYS_COST = 1;
/** "weekday" alone is rather what rows are grouped by. */
const GROUPED_COST = 3;

function readDays(token: Token, start: number): Found | null {
  const found = token.kind === 'word' && DAYS.find(({ name }) => toSingular(name) === toSingular(token.word));
  if (!found) return null;
  const cost = token.word === 'weekday' ? GROUPED_COST : DAYS_COST;
  return { moment: { kind: 'days', ...found }, end: start + 1, cost };
}
