/** Time in questions: grains to group by ("per month") and conditions ("in March 2015", "since 1950"). */
import { type Dataset, findDateColumn, findYearColumn } from './dataset.ts';
import { quote } from './python-literals.ts';
import { readRecent } from './read-recent.ts';
import type { Filter, Grain, Group } from './reading.ts';
import type { Word } from './words.ts';

const GRAINS: readonly (readonly [Grain, RegExp])[] = [
  ['weekday', /^(weekday|weekdays)$/],
  ['year', /^(year|years|yearly|annual|annually|annum)$/],
  ['quarter', /^(quarter|quarters|quarterly)$/],
  ['month', /^(month|months|monthly)$/],
  ['week', /^(week|weeks|weekly)$/],
  ['day', /^(day|days|daily|date|dates)$/],
  ['hour', /^(hour|hours|hourly)$/],
  ['minute', /^(minute|minutes)$/],
  ['decade', /^(decade|decades)$/],
];

/** Grains that the question groups by; "how many days" counts rows and is none. */
export function readGrains(words: readonly Word[]): { grain: Grain; at: number }[] {
  return words.flatMap(({ lower }, at) => {
    const grain = GRAINS.find(([, pattern]) => pattern.test(lower))?.[0];
    if (!grain) return [];
    if (grain === 'day' && words[at - 1]?.lower === 'of' && words[at - 2]?.lower === 'time') {
      return [{ grain: 'hour' as const, at }];
    }
    if (grain === 'week' && /^days?$/.test(words[at - 3]?.lower ?? words[at - 2]?.lower ?? '')) {
      return [{ grain: 'weekday' as const, at }];
    }
    if (grain === 'weekday' && meansWorkingDays(words, at)) return [];
    const groups = /ly$|^weekday/.test(lower) || isGrouped(words, at) || isRepeated(words, at);
    return groups && !isDayOfWeek(words, at) ? [{ grain, at }] : [];
  });
}

/** "On weekdays", "than on weekdays": Monday to Friday; "by weekday" is each of the seven. */
function meansWorkingDays(words: readonly Word[], at: number): boolean {
  const isPlural = words[at]?.lower === 'weekdays';
  const opposed = words.some(({ lower }) => /^weekends?$/.test(lower));
  return isPlural && (opposed || words[at - 1]?.lower === 'on');
}

function isDayOfWeek(words: readonly Word[], at: number): boolean {
  return (
    /^days?$/.test(words[at]?.lower ?? '') &&
    words.slice(at + 1, at + 4).some(({ lower }) => lower === 'week')
  );
}

function isGrouped(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 4), at).map(({ lower }) => lower);
  const [two, one] = [before.at(-2) ?? '', before.at(-1) ?? ''];
  if (/^(by|per|each|every|which|what|across|over)$/.test(one) || isRanked(one)) return true;
  if (/^(the|calendar)$/.test(one)) return /^(by|per|each|every|which|what|across|over)$/.test(two);
  return one === 'and' && before.some((word) => /^(by|per|each)$/.test(word));
}

/** "From year to year", "month by month". */
function isRepeated(words: readonly Word[], at: number): boolean {
  return (
    /^(to|by|on|over|after|from|per)$/.test(words[at + 1]?.lower ?? '') &&
    words[at + 2]?.stem === words[at]?.stem
  );
}

function isRanked(word: string): boolean {
  return /est$|^(best|worst|top)$/.test(word);
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const SEASONS: Readonly<Record<string, readonly number[]>> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  fall: [9, 10, 11],
  winter: [12, 1, 2],
};
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Conditions on the date or year column. */
export function readTimeFilters(words: readonly Word[], dataset: Dataset): Filter[] {
  const date = findDateColumn(dataset);
  const year = findYearColumn(dataset);
  const calendar = date ? words.flatMap((_, at) => readCalendarFilter(words, at, date.name)) : [];
  const axis = toYearAxis(date?.name ?? null, year?.name ?? null);
  const recent = axis ? readRecent(words, axis.column, axis.dated) : [];
  return mergePoints([...calendar, ...(axis ? readSpans(words, axis) : []), ...recent]);
}

/** "2012 and 2015" selects either year; so with months. Other conditions all apply. */
function mergePoints(filters: readonly Filter[]): Filter[] {
  const merged: Filter[] = [];
  for (const filter of filters) {
    const index = merged.findIndex(({ group }) => group !== null && isSameGroup(group, filter.group));
    const before = merged[index];
    if (!before) merged.push(filter);
    else merged[index] = joinPoints(before, filter);
  }
  return merged;
}

function isSameGroup(left: Group, right: Group | null): boolean {
  return right !== null && left.column === right.column && left.grain === right.grain;
}

function joinPoints(left: Filter, right: Filter): Filter {
  return {
    ...left,
    values: [...left.values, ...right.values],
    label: `${left.label} or ${right.label}`,
    write: (frame) => `(${left.write(frame)}) | (${right.write(frame)})`,
  };
}

interface YearAxis {
  column: string;
  /** A date column, so that whole dates can be compared; otherwise a column of years. */
  dated: boolean;
}

function toYearAxis(date: string | null, year: string | null): YearAxis | null {
  if (date) return { column: date, dated: true };
  return year ? { column: year, dated: false } : null;
}

function readCalendarFilter(words: readonly Word[], at: number, column: string): Filter[] {
  const { lower = '', raw = '' } = words[at] ?? {};
  const make = (label: string, test: string, value: string | null, grain: Grain): Filter[] => [
    {
      column,
      at,
      values: value === null ? [] : [value],
      group: value === null ? null : { column, grain },
      label,
      write: (frame) => `${frame}[${quote(column)}].dt.${test}`,
    },
  ];
  const before = words[at - 1]?.lower ?? '';
  const month = MONTHS.findIndex((name) => name === lower || (lower.length === 3 && name.startsWith(lower)));
  // "may" and "march" are also verbs: they must look like names.
  const named = !/^(may|march|mar)$/.test(lower) || /^\p{Lu}/u.test(raw) || /^(in|of|during)$/.test(before);
  if (month >= 0 && named) {
    return make(
      `in ${capitalise(MONTHS[month] ?? '')}`,
      `month == ${month + 1}`,
      String(month + 1),
      'calendar-month',
    );
  }
  const season = /^(in|during|the|every|each|over)$/.test(before) ? SEASONS[lower] : undefined;
  if (season) {
    return make(`in ${lower}`, `month.isin([${season.join(', ')}])`, null, 'month');
  }
  const quarter = /^q([1-4])$/.exec(lower)?.[1];
  if (quarter) return make(`in Q${quarter}`, `quarter == ${quarter}`, `Q${quarter}`, 'quarter');
  if (/^weekends?$/.test(lower)) return make('on weekends', 'dayofweek > 4', 'weekend', 'day-kind');
  if (meansWorkingDays(words, at)) return make('on weekdays', 'dayofweek < 5', 'weekday', 'day-kind');
  const weekday = WEEKDAYS.indexOf(lower.replace(/s$/, ''));
  if (weekday < 0) return [];
  const name = capitalise(WEEKDAYS[weekday] ?? '');
  return make(`on ${name}s`, `day_name() == ${quote(name)}`, name, 'weekday');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Years and ISO dates with the word before them: in, since, after, before, until, between, from … to. */
function readSpans(words: readonly Word[], axis: YearAxis): Filter[] {
  const filters: Filter[] = [];
  for (let at = 0; at < words.length; at++) {
    const text = words[at]?.lower ?? '';
    if (!isPoint(text, axis)) continue;
    const end = words[at + 2]?.lower ?? '';
    const joint = words[at + 1]?.lower ?? '';
    if (
      /^(and|to|until|through|till)$/.test(joint) &&
      isPoint(end, axis) &&
      /^(between|from)$/.test(words[at - 1]?.lower ?? '')
    ) {
      filters.push(toSpan(axis, at, text, end));
      at += 2;
      continue;
    }
    filters.push(...toPointFilter(words, at, axis));
  }
  return filters;
}

function isPoint(text: string, axis: YearAxis): boolean {
  return /^(1[5-9]|20|21)\d{2}$/.test(text) || (axis.dated && /^\d{4}-\d{2}-\d{2}$/.test(text));
}

/** A condition comparing years with a year, or dates with an ISO date. */
function makeSpan(axis: YearAxis, at: number, point: string, test: string, label: string): Filter {
  const part = axis.dated && point.length === 4 ? '.dt.year' : '';
  const write = (frame: string) => `${frame}[${quote(axis.column)}]${part}${test}`;
  return { column: axis.column, at, values: [], group: null, label, write };
}

function toLiteral(point: string): string {
  return point.length === 4 ? point : quote(point);
}

function toSpan(axis: YearAxis, at: number, low: string, high: string): Filter {
  const test = `.between(${toLiteral(low)}, ${toLiteral(high)})`;
  return makeSpan(axis, at, low, test, `from ${low} to ${high}`);
}

function toPointFilter(words: readonly Word[], at: number, axis: YearAxis): Filter[] {
  const point = words[at]?.lower ?? '';
  const near = words[at - 1]?.lower ?? '';
  const value = toLiteral(point);
  const make = (test: string, label: string) => [makeSpan(axis, at, point, test, label)];
  if (words[at + 1]?.lower === 's')
    return make(`.between(${point}, ${Number(point) + 9})`, `in the ${point}s`);
  if (near === 'since' || near === 'from') return make(` >= ${value}`, `since ${point}`);
  if (near === 'after') return make(` > ${value}`, `after ${point}`);
  if (near === 'before') return make(` < ${value}`, `before ${point}`);
  if (/^(until|till|through|to)$/.test(near)) return make(` <= ${value}`, `until ${point}`);
  if (/^(than|over|above|under|below|least|most)$/.test(near)) return [];
  const group: Group = {
    column: axis.column,
    grain: axis.dated ? (point.length === 4 ? 'year' : 'day') : null,
  };
  return make(` == ${value}`, `in ${point}`).map((filter) => ({ ...filter, values: [point], group }));
}
