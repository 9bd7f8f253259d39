/** What to keep in mind about an answer: a sentence each, from what was counted. What is not known is not said. */

import { findGroup } from '../query/find-group.ts';
import { formatDate } from '../query/format-date.ts';
import { listTables } from '../query/list-tables.ts';
import { type Condition, nameKey, type Period, type Query, type Table } from '../query/query.ts';
import { columnsIn, walkCondition } from '../query/walk.ts';
import { CHECK } from '../write/check-names.ts';
import { kindOfFigure, readKinds } from '../write/column-kind.ts';
import { columnsOf } from '../write/columns-of.ts';
import { askedConditions, conditionsOf } from '../write/filters.ts';
import { isAmount } from '../write/list-checks.ts';
import { listTotals } from '../write/list-totals.ts';
import { MAX_BARS } from '../write/write-chart.ts';
import { countWords, formatValue, listWords, PLAIN, toOrdinal } from './format-value.ts';
import { noteLeader, noteRepeats } from './note-repeats.ts';
import { noteUnits } from './note-units.ts';
import { type Checks, cellOf, type ResultData, readCount } from './result-data.ts';

const DAY = 86_400_000;
/** Up to this many usual steps between dates, a gap does not mean that a period is cut: months and years differ in length. */
const USUAL_STEPS = 1.1;
/** Of more, one day more or less of a weekday hardly matters. */
const MANY_WEEKS = 30;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** An average that one value moves by more than this part depends on it. */
const DECIDES = 0.2;
const SOME_ROWS_FOR_MEAN = 3;

export function listNotes(
  query: Query,
  tables: readonly Table[],
  result: ResultData,
  checks: Checks,
): string[] {
  return [
    ...query.presentation.assumptions,
    ...noteGaps(query, tables, checks),
    ...noteRepeats(query, tables, result, checks),
    ...notePlaceholders(query, tables, checks),
    ...noteInfinite(query, tables, checks),
    ...noteUnits(query, tables, checks),
    ...noteTotals(query, tables, checks),
    ...noteTies(query, result),
    ...notePeriods(query, result, checks),
    ...noteSides(query, tables),
    ...noteDays(query),
    ...noteWeekdays(query, checks),
    ...noteJumps(query, checks),
    ...noteAbsent(query, checks),
    ...noteLosses(query, result),
    ...noteMean(query, tables, result, checks),
    ...noteLeader(query, tables, result, checks),
    ...noteSmallGroups(result, checks),
    ...noteJoin(query, checks),
    ...noteChart(query, result),
  ];
}

function read(checks: Checks, name: string): number {
  const value = checks.get(name);
  return typeof value === 'number' ? value : 0;
}

/** Rows that are left out because something is missing. */
function noteGaps({ rows, ask }: Query, tables: readonly Table[], checks: Checks): string[] {
  const names = [...new Set(tables.flatMap((table) => table.columns).map(({ name }) => name))];
  const keys = (findGroup(rows)?.keys ?? []).flatMap((key) => columnsOf(key.of));
  const conditions = [...conditionsOf(rows), ...askedConditions(ask)];
  const figures = findGroup(rows)?.figures ?? (ask.kind === 'values' ? ask.figures : []);
  // Each part of it is of the rows that have its own value.
  const isOfParts =
    figures.length > 0 &&
    figures.every(({ figure }) => figure.kind === 'ratio' || figure.kind === 'difference');
  const left = names.flatMap((name) => {
    const count = read(checks, CHECK.missing(name));
    if (count === 0) return [];
    if (keys.includes(name)) return [`${lackWords(count, name)} and ${be(count)} in no group.`];
    if (!isOfParts) return [`${lackWords(count, name)} and ${be(count)} left out.`];
    return [`${lackWords(count, name)}; ${count === 1 ? 'its' : 'their'} other values still count.`];
  });
  const judged = names.flatMap((name) => {
    const { count, isSure } = readCount(checks, CHECK.unknown(name)) ?? { count: 0, isSure: true };
    const side = count === 0 ? null : findUnknownSide(ask, name);
    if (side !== null)
      return [`${lackWords(count, name)} and ${count === 1 ? 'counts' : 'count'} as ${side}.`];
    const isKept = count === 0 ? null : includesUnknown(conditions, name);
    if (isKept === null) return [];
    const them = count === 1 ? 'it' : 'them';
    const end = isKept
      ? `does not exclude ${them}: ${count === 1 ? 'it' : 'they'} ${be(count)} included`
      : `does not match ${them}`;
    return [`${isSure ? '' : 'Up to '}${lackWords(count, name)}, so the condition ${end}.`];
  });
  return [...left, ...judged];
}

/** The side of a comparison that rows without the value belong to. */
function findUnknownSide(ask: Query['ask'], name: string): string | null {
  const sides = ask.kind === 'compare' ? ask.sides : [];
  return sides.find(({ where }) => includesUnknown([where], name))?.label ?? null;
}

function lackWords(count: number, name: string): string {
  return `${countWords(count, 'row')} ${count === 1 ? 'has' : 'have'} no ${name}`;
}

function be(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** Whether rows without the value are kept; null where that depends on other columns. */
function includesUnknown(conditions: readonly Condition[], name: string): boolean | null {
  const parts = conditions.flatMap((each) => (each.kind === 'and' ? each.conditions : [each]));
  const about = parts.filter((each) => columnsIn(walkCondition(each)).has(name));
  const kept = about.map((each) => {
    if (each.kind === 'not') return isSimple(each.condition) ? true : null;
    return isSimple(each) ? each.kind === 'compare' && each.operator === '!=' : null;
  });
  return kept.length === 0 || kept.includes(null) ? null : kept.every((each) => each === true);
}

function isSimple(condition: Condition): boolean {
  if (condition.kind === 'compare') return condition.left.kind !== 'binary';
  return condition.kind === 'in' || condition.kind === 'between';
}

/** Values such as -99 that may stand for missing ones, in the rows that are used. */
function notePlaceholders({ rows, ask }: Query, tables: readonly Table[], checks: Checks): string[] {
  const used = tables.filter(({ name }) => listTables(rows).includes(name));
  return used.flatMap(({ columns }) =>
    columns.flatMap(({ name, placeholders = [] }) =>
      placeholders.flatMap(({ value, count: all }) => {
        const isAsked = ask.kind === 'missing' && (ask.columns.length === 0 || ask.columns.includes(name));
        const found = checks.get(CHECK.placeholder(name, value));
        const count = Number(found ?? (isAsked ? all : 0));
        const end = isAsked ? 'it is not counted as one' : 'it counts as a number';
        const held = `${countWords(count, 'row')} ${count === 1 ? 'has' : 'have'} ${value} in \`${name}\``;
        return count === 0 ? [] : [`${held}, which may stand for a missing value; ${end}.`];
      }),
    ),
  );
}

function noteInfinite({ rows }: Query, tables: readonly Table[], checks: Checks): string[] {
  const used = tables.filter(({ name }) => listTables(rows).includes(name));
  return used.flatMap(({ columns }) =>
    columns.flatMap(({ name }) => {
      const count = read(checks, CHECK.infinite(name));
      const [has, they] = count === 1 ? ['has', 'it counts'] : ['have', 'they count'];
      return count === 0
        ? []
        : [`${countWords(count, 'row')} ${has} an infinite ${name}; ${they} like any other.`];
    }),
  );
}

function noteTies({ rows, ask }: Query, result: ResultData): string[] {
  if (ask.kind === 'values' && ask.figures.length === 1) {
    const [only] = ask.figures;
    const isMode = only?.figure.kind === 'aggregate' && only.figure.aggregate === 'mode';
    return isMode && result.rows > 1 ? [`${result.rows} values are equally frequent.`] : [];
  }
  if (ask.kind !== 'table' || !('within' in rows) || rows.within.length > 0) return [];
  if (rows.kind === 'limit' && result.rows > rows.count) {
    return [`There are ${result.rows} instead of ${rows.count}, because several tie for the last place.`];
  }
  return rows.kind === 'nth' && result.rows > 1
    ? [`${countWords(result.rows, 'row')} share ${toOrdinal(rows.place)} place.`]
    : [];
}

/** The first and last period may be cut, which their rows alone cannot prove, and periods without rows are not in the table. */
function notePeriods({ rows }: Query, result: ResultData, checks: Checks): string[] {
  const key = findGroup(rows)?.keys.find(({ of }) => of.kind === 'period');
  if (key?.of.kind !== 'period') return [];
  const { period } = key.of;
  const [first, last] = [checks.get(CHECK.first), checks.get(CHECK.last)];
  const slack = Math.max(0, USUAL_STEPS * read(checks, CHECK.step) - 1) * DAY;
  const notes: string[] = [];
  if (typeof first === 'string' && toTime(first) - startOf(toTime(first), period) > slack) {
    notes.push(
      `The first ${period} may be incomplete: its rows start on ${formatDate(first.slice(0, 10), null)}.`,
    );
  }
  if (typeof last === 'string' && nextStart(toTime(last), period) - toTime(last) - DAY > slack) {
    notes.push(
      `The last ${period} may be incomplete: its rows end on ${formatDate(last.slice(0, 10), null)}.`,
    );
  }
  const starts = result.values
    .map((row) => cellOf(result, row, nameKey(key)))
    .filter((cell) => typeof cell === 'string');
  const times = [...new Set(starts.map(toTime))].toSorted((left, right) => left - right);
  const isWhole = result.values.length === result.rows && (rows.kind === 'group' || rows.kind === 'window');
  const absent = isWhole && /year|quarter|month|week|day/.test(period) ? countAbsent(times, period) : 0;
  if (absent === 0) return notes;
  const gap = `${countWords(absent, period)} in between ${absent === 1 ? 'has' : 'have'} no rows and ${be(absent)} not shown`;
  return [...notes, `${gap}.`];
}

/** Of a month that is compared, so many days at its start or end may well be without rows; of a year, one month. */
const USUAL_DAYS = { month: 7, year: 31 } as const;

/** A year or month that is compared may be cut where the dates of the table begin or end. */
function noteSides({ rows, ask }: Query, tables: readonly Table[]): string[] {
  if (ask.kind !== 'compare') return [];
  const used = tables.filter(({ name }) => listTables(rows).includes(name));
  return ask.sides.flatMap(({ label, where }) => {
    const isDate = where.kind === 'compare' && where.operator === '==' && where.right.kind === 'date';
    if (!isDate || where.left.kind !== 'column' || where.right.kind !== 'date') return [];
    const { name } = where.left;
    const { iso } = where.right;
    const period = iso.length === 4 ? 'year' : iso.length === 7 ? 'month' : null;
    const table = used.find(({ columns }) => columns.some((each) => each.name === name));
    const span = table?.columns.find((each) => each.name === name)?.span;
    if (!period || !table || !span) return [];
    const start = startOf(toTime(`${iso}-01-01`.slice(0, 10)), period);
    const end = nextStart(start, period) - DAY;
    const slack = USUAL_DAYS[period] * DAY;
    const [first, last] = [toTime(span.first), toTime(span.last)];
    const tell = (does: string, at: string) =>
      `The dates of \`${table.name}\` ${does} on ${formatDate(at.slice(0, 10), null)}, so ${label} may be incomplete.`;
    return [
      ...(first > start + slack && first <= end ? [tell('start', span.first)] : []),
      ...(last < end - slack && last >= start ? [tell('end', span.last)] : []),
    ];
  });
}

/** Which days weekends are, and that the others are more. */
function noteDays({ ask }: Query): string[] {
  if (ask.kind !== 'compare') return [];
  const isOfDays = ask.sides.every(({ where }) => where.kind === 'in' && where.left.kind === 'part');
  if (!isOfDays) return [];
  const more = isAmount(ask.figure.figure)
    ? ' Their figure is of two days of a week, and that of weekdays of five.'
    : '';
  return [`Weekends are Saturdays and Sundays.${more}`];
}

/** Totals of weekdays are not alike where the dates have more of one than of another. */
function noteWeekdays({ rows }: Query, checks: Checks): string[] {
  const key = findGroup(rows)?.keys.find(({ of }) => of.kind === 'part' && of.part === 'weekday');
  const [first, last] = [checks.get(CHECK.first), checks.get(CHECK.last)];
  if (!key || typeof first !== 'string' || typeof last !== 'string') return [];
  const days = (toTime(last) - toTime(first)) / DAY + 1;
  const most = Math.ceil(days / 7);
  const over = days % 7;
  if (over === 0 || most > MANY_WEEKS) return [];
  const start = new Date(toTime(first)).getUTCDay();
  const names = Array.from({ length: 7 }, (_, at) => WEEKDAYS[(start + at) % 7] ?? '');
  const [more, fewer] = [names.slice(0, over), names.slice(over)];
  const isFewest = fewer.length < more.length;
  const named = isFewest ? fewer : more;
  const [count, others] = isFewest ? [most - 1, most] : [most, most - 1];
  const listed = listWords(named.map((name) => countWords(count, name)));
  const span = `From ${formatDate(first.slice(0, 10), null)} to ${formatDate(last.slice(0, 10), null)}`;
  return [`${span} there are ${listed}, and ${others} of each other weekday.`];
}

/** A change from the row before is not one from month to month where months have no rows. */
function noteJumps({ rows }: Query, checks: Checks): string[] {
  const count = read(checks, CHECK.jumps);
  const key = findGroup(rows)?.keys.find(({ of }) => of.kind === 'period');
  if (count === 0 || key?.of.kind !== 'period') return [];
  const periods = `${key.of.period}s without rows`;
  return [
    `${countWords(count, 'time')} the row before is more than one ${key.of.period} earlier, because ${periods} are left out.`,
  ];
}

/** An average per day is one of the days that have rows. */
function noteAbsent({ rows }: Query, checks: Checks): string[] {
  const count = read(checks, CHECK.absent);
  const key = findGroup(rows)?.keys.find(({ of }) => of.kind === 'period');
  if (count === 0 || key?.of.kind !== 'period') return [];
  const periods = `${countWords(count, key.of.period)} between the first and the last`;
  return [`${periods} ${count === 1 ? 'has' : 'have'} no rows and ${be(count)} left out.`];
}

/** Groups whose percent change starts from a loss. */
function noteLosses({ rows }: Query, result: ResultData): string[] {
  const [first] = rows.kind === 'derive' && rows.name === 'change' ? (findGroup(rows)?.figures ?? []) : [];
  const count = first ? result.values.filter((row) => Number(cellOf(result, row, first.name)) < 0).length : 0;
  if (count === 0) return [];
  return [
    `${countWords(count, 'group')} ${count === 1 ? 'starts' : 'start'} below zero, from where a percentage says nothing.`,
  ];
}

function countAbsent(times: readonly number[], period: Period): number {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return 0;
  let all = 1;
  for (let time = first; time < last; time = nextStart(time, period)) all += 1;
  return all - times.length;
}

function toTime(iso: string): number {
  return Date.parse(`${iso.slice(0, 10)}T00:00:00Z`);
}

function startOf(time: number, period: Period): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (period === 'year') return Date.UTC(year, 0);
  if (period === 'quarter') return Date.UTC(year, month - (month % 3));
  if (period === 'month') return Date.UTC(year, month);
  return period === 'week' ? time - ((date.getUTCDay() + 6) % 7) * DAY : time;
}

function nextStart(time: number, period: Period): number {
  const start = new Date(startOf(time, period));
  const months = { year: 12, quarter: 3, month: 1 }[period as string];
  if (months !== undefined) return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months);
  return start.getTime() + (period === 'week' ? 7 : 1) * DAY;
}

function noteMean(
  { rows, ask }: Query,
  tables: readonly Table[],
  result: ResultData,
  checks: Checks,
): string[] {
  const mean = result.values[0]?.at(-1);
  const [only] = ask.kind === 'values' ? ask.figures : [];
  if (!only || typeof mean !== 'number') return [];
  const format = { ...PLAIN, unit: kindOfFigure(only.figure, readKinds(rows, tables)).unit };
  return (['Highest', 'Lowest'] as const).flatMap((end) => {
    const rest = checks.get(CHECK[`without${end}`]);
    const isDecided = typeof rest === 'number' && Math.abs(rest - mean) > DECIDES * Math.abs(mean);
    if (!isDecided || read(checks, CHECK.rows) < SOME_ROWS_FOR_MEAN) return [];
    return [`Without the ${end.toLowerCase()} value, the average would be ${formatValue(rest, format)}.`];
  });
}

function noteSmallGroups(result: ResultData, checks: Checks): string[] {
  const count = read(checks, CHECK.smallGroups);
  // A group for each row is the row itself.
  if (count === 0 || result.rows === read(checks, CHECK.rows)) return [];
  return [
    `${countWords(count, 'group')} ${count === 1 ? 'has' : 'have'} fewer than 5 rows, so ${count === 1 ? 'its figure says' : 'their figures say'} little.`,
  ];
}

function noteJoin({ rows }: Query, checks: Checks): string[] {
  const unmatched = readCount(checks, CHECK.unmatched);
  const repeated = read(checks, CHECK.repeated);
  const spread = read(checks, CHECK.spread);
  const [left = '', right = ''] = listTables(rows);
  return [
    ...(unmatched && unmatched.count > 0
      ? [
          `${unmatched.isSure ? '' : 'Up to '}${countWords(unmatched.count, 'row')} without a match in the other table ${be(unmatched.count)} left out.`,
        ]
      : []),
    ...(repeated > 0
      ? [
          `${countWords(repeated, 'key')} of the other table ${be(repeated)} repeated, so rows that match are counted more than once.`,
        ]
      : []),
    ...(spread > 0
      ? [
          `A row of \`${right}\` counts once for each row of \`${left}\` that it belongs to: ${countWords(spread, 'row')} of \`${left}\` ${spread === 1 ? 'shares' : 'share'} one with an earlier row.`,
        ]
      : []),
  ];
}

/** Rows that are totals of others. Where the checks did not look, all rows of the table are used. */
function noteTotals({ rows }: Query, tables: readonly Table[], checks: Checks): string[] {
  const used = tables.filter(({ name }) => listTables(rows).includes(name));
  return used.flatMap(({ columns }) =>
    columns.flatMap((column) => {
      const found = listTotals(column).filter((value) => checks.get(CHECK.total(column.name, value)) !== 0);
      const [values, counting] = found.length === 1 ? ['value', 'row counts'] : ['values', 'rows count'];
      const quoted = listWords(found.map((text) => `"${text}"`));
      return found.length === 0
        ? []
        : [`\`${column.name}\` has the ${values} ${quoted}, whose ${counting} like any other.`];
    }),
  );
}

function noteChart({ rows, ask, presentation }: Query, result: ResultData): string[] {
  const group = ask.kind === 'table' ? findGroup(rows) : null;
  const [key] = group?.keys ?? [];
  const isNamed = key?.of.kind === 'column' && key.bins === null && group?.keys.length === 1;
  return isNamed && presentation.chart !== 'line' && result.rows > MAX_BARS
    ? [`The chart shows ${MAX_BARS} of ${countWords(result.rows, 'group')}.`]
    : [];
}
