/** Dates, months, quarters, and years as text writes them. */
import { createTakenSpans } from './taken-spans.ts';

export interface CalendarDate {
  readonly year?: number;
  readonly quarter?: number;
  /** From 1. */
  readonly month?: number;
  readonly day?: number;
  /** Minutes of the day. */
  readonly minute?: number;
  readonly second?: number;
}

export interface FoundDate {
  readonly start: number;
  readonly end: number;
  readonly date: CalendarDate;
  /** Day and month could be the other way round. */
  readonly isEither?: true;
}

/** How dates such as 14/3/2023 are read. */
export type DateOrder = 'day-first' | 'month-first';

const MONTHS = [
  'jan(?:uary|uar|vier|\\.)?|enero|januar',
  'feb(?:ruary|ruar|\\.)?|février|febrero',
  'mar(?:ch|s|\\.)?|märz|marzo',
  'apr(?:il|\\.)?|avril|abril',
  'may|mai|mayo',
  'jun(?:e|i|\\.)?|juin|junio',
  'jul(?:y|i|\\.)?|juillet|julio',
  'aug(?:ust|\\.)?|août|agosto',
  'sep(?:tember|t|\\.)?|septembre|septiembre',
  'oct(?:ober|\\.)?|okt(?:ober)?|octobre|octubre',
  'nov(?:ember|\\.)?|novembre|noviembre',
  'dec(?:ember|\\.)?|dez(?:ember)?|décembre|diciembre',
] as const;
const MONTH = `(?:${MONTHS.join('|')})`;
const YEAR = '(?:1[6-9]|20|21)\\d\\d';
const NOT_INSIDE = '(?<![\\p{L}\\d_])';
const DAY = '(?:[12]\\d|3[01]|0?[1-9])';

interface Form {
  readonly pattern: RegExp;
  readonly read: (parts: readonly string[], order: DateOrder | null) => CalendarDate;
}

function readTime(time = ''): CalendarDate {
  const [hour, minute, second] = time.split(':');
  const read = { minute: number(hour) * 60 + number(minute) };
  return second === undefined ? read : { ...read, second: Math.floor(Number(second)) };
}

function readHalfDay(hour = '', minute: string | undefined, half = ''): CalendarDate {
  return { minute: ((number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)) * 60 + number(minute) };
}

const number = (text: string | undefined) => Number(text ?? 0);
/** Longer forms first: what one has read is not read again. */
const WRITTEN: readonly (readonly [source: string, read: Form['read']])[] = [
  [
    `(${YEAR})[-/.](\\d\\d)[-/.](\\d\\d)(?:[T ](\\d\\d:\\d\\d(?::\\d\\d)?)(?:\\.\\d+)?)?`,
    ([y, m, d, time]) => ({
      year: number(y),
      month: number(m),
      day: number(d),
      // Midnight is how a date without a time is written, too.
      ...(time === undefined || /^[0:]*$/.test(time) ? {} : readTime(time)),
    }),
  ],
  [
    `(\\d{1,2})\\.(\\d{1,2})\\.(${YEAR})`,
    ([d, m, y]) => ({
      year: number(y),
      month: number(m),
      day: number(d),
    }),
  ],
  // In 14/3/2023, only one number can be a month. Otherwise, the American order counts, if no other date of the text tells.
  [
    `(\\d{1,2})/(\\d{1,2})/(${YEAR})`,
    ([first, second, y], order) => {
      const isDayFirst = number(first) > 12 || (order === 'day-first' && number(second) <= 12);
      const [month, day] = isDayFirst ? [second, first] : [first, second];
      return { year: number(y), month: number(month), day: number(day) };
    },
  ],
  [
    `(${DAY})(?:st|nd|rd|th|\\.)? (?:of )?(${MONTH}),? (${YEAR})`,
    ([d, m, y]) => ({
      year: number(y),
      month: readMonth(m),
      day: number(d),
    }),
  ],
  [
    `(${MONTH}) (${DAY})(?:st|nd|rd|th)?,? (${YEAR})`,
    ([m, d, y]) => ({
      year: number(y),
      month: readMonth(m),
      day: number(d),
    }),
  ],
  [`(${MONTH})(?: of)?[ ,/-]{1,2}(${YEAR})`, ([m, y]) => ({ year: number(y), month: readMonth(m) })],
  [`(${YEAR})[- ]?Q([1-4])`, ([y, q]) => ({ year: number(y), quarter: number(q) })],
  [`Q([1-4])[ /-]?(${YEAR})`, ([q, y]) => ({ year: number(y), quarter: number(q) })],
  [`(${YEAR})-(0[1-9]|1[0-2])(?!-)`, ([y, m]) => ({ year: number(y), month: number(m) })],
  [
    `(${MONTH}) (${DAY})(?:st|nd|rd|th)?(?![.,]?\\d|,? \\d{4}| ?%)`,
    ([m, d]) => ({
      month: readMonth(m),
      day: number(d),
    }),
  ],
  [
    `(${DAY})(?:st|nd|rd|th|\\.)? (?:of )?(${MONTH})`,
    ([d, m]) => ({
      month: readMonth(m),
      day: number(d),
    }),
  ],
  ['Q([1-4])', ([q]) => ({ quarter: number(q) })],
  [
    '(1[0-2]|0?\\d)(?:[:.]([0-5]\\d))? ?([ap])(?:\\.m\\.|m\\b)',
    ([hour, minute, half]) => readHalfDay(hour, minute, half),
  ],
  ['([01]?\\d|2[0-4])(?:[:.]([0-5]\\d))? Uhr', ([hour, minute]) => readTime(`${hour}:${minute ?? 0}`)],
  // `8:01`; with the name of a unit it is a length of time.
  [
    '(?<![:.])((?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?)(?![:.]\\d| ?(?:h|hours?|min|mins|minutes?)(?!\\p{L}))',
    ([time]) => readTime(time),
  ],
];
const FORMS: readonly Form[] = WRITTEN.map(([source, read]) => ({
  pattern: new RegExp(`${NOT_INSIDE}${source}(?![\\p{L}\\d_])`, 'giu'),
  read,
}));
const MAYBE_DATE = new RegExp(`\\d:\\d\\d|\\d ?(?:[ap]\\.?m|Uhr)|${YEAR}|${NOT_INSIDE}Q[1-4]|${MONTH}`, 'iu');

const SLASHES = new RegExp(`${NOT_INSIDE}(\\d{1,2})/(\\d{1,2})/${YEAR}(?![\\p{L}\\d_])`, 'gu');

/** What the dates of a text tell that can be read in one way only; null where none can, or where they disagree. */
export function findDateOrder(text: string): DateOrder | null {
  const pairs = [...text.matchAll(SLASHES)].map((match) => [Number(match[1]), Number(match[2])] as const);
  const isDayFirst = pairs.some(([first]) => first > 12);
  const isMonthFirst = pairs.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? 'day-first' : 'month-first';
}

function isEither(written: string): boolean {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})\//.exec(written) ?? [];
  return first !== second && number(first) <= 12 && number(second) <= 12;
}

/**
 * `hasWords`: whether a month without a year counts, as in prose; in data `mar 5` is a name and a number. `order`: of all dates that
 * belong together.
 */
export function findDates(text: string, hasWords: boolean, order: DateOrder | null = null): FoundDate[] {
  if (!MAYBE_DATE.test(text)) return [];
  const found: FoundDate[] = [];
  const taken = createTakenSpans(text.length);
  for (const { pattern, read } of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const date = read(match.slice(1), order);
      const [start, end] = [match.index, match.index + match[0].length];
      const isPossible = (date.month ?? 1) >= 1 && (date.month ?? 1) <= 12 && (date.day ?? 1) <= 31;
      const isBare = date.year === undefined && date.quarter === undefined && date.minute === undefined;
      if (!isPossible || (isBare && !hasWords)) continue;
      if (taken.overlaps(start, end)) continue;
      taken.take(start, end);
      const isOpen = order === null && isEither(match[0]);
      found.push({ start, end, date, ...(isOpen ? { isEither: true } : {}) });
    }
  }
  return found;
}

const MONTH_PATTERNS = MONTHS.map((names) => new RegExp(`^(?:${names})$`, 'iu'));

/** The number of a month, from 1; 0 if the word is not a month. */
export function readMonth(word = ''): number {
  return MONTH_PATTERNS.findIndex((pattern) => pattern.test(word)) + 1;
}

/** Whether a date says all that another one says: 2023-03-05 says March 2023. */
export function saysDate(source: CalendarDate, asked: CalendarDate): boolean {
  const month = asked.quarter === undefined ? source.month : undefined;
  const quarter = source.quarter ?? (source.month === undefined ? undefined : Math.ceil(source.month / 3));
  return (
    (asked.year === undefined || asked.year === source.year) &&
    (asked.quarter === undefined || asked.quarter === quarter) &&
    (asked.month === undefined || asked.month === month) &&
    (asked.day === undefined || asked.day === source.day) &&
    (asked.minute === undefined || asked.minute === source.minute) &&
    (asked.second === undefined || asked.second === source.second)
  );
}

export function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1700 && value <= 2150;
}
