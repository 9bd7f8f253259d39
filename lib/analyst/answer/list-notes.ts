/** Caveats about a result, a sentence each. Caveats about a table appear when the table is loaded. */
import { findGroup } from '../query/find-group.ts';
import { formatDate } from '../query/format-date.ts';
import { listTables } from '../query/list-tables.ts';
import { nameKey, type Period, type Query, type Table } from '../query/query.ts';
import { columnsIn } from '../query/walk.ts';
import { MAX_BARS } from '../write/write-chart.ts';
import { countWords, toOrdinal } from './format-value.ts';
import { cellOf, type ResultData } from './result-data.ts';

const DAY = 86_400_000;

export function listNotes(query: Query, tables: readonly Table[], result: ResultData): string[] {
  return [
    ...query.presentation.assumptions,
    ...noteTies(query, result),
    ...noteSpan(query, tables),
    ...noteAbsent(query, result),
    ...(listTables(query.rows).length > 1 ? ['Rows without a match in the other table are left out.'] : []),
    ...noteChart(query, result),
  ];
}

function noteTies({ rows, ask }: Query, result: ResultData): string[] {
  if (ask.kind !== 'table') return [];
  if (rows.kind === 'limit' && result.rows > rows.count) {
    return [`There are ${result.rows} instead of ${rows.count}, because several tie for the last place.`];
  }
  return rows.kind === 'nth' && result.rows > 1
    ? [`${countWords(result.rows, 'row')} share ${toOrdinal(rows.place)} place.`]
    : [];
}

/** The first and the last period, and a period that is compared, may be cut where the dates begin or end. */
function noteSpan(query: Query, tables: readonly Table[]): string[] {
  const isOfPeriods = findGroup(query.rows)?.keys.some(({ of }) => of.kind === 'period');
  const sides = query.ask.kind === 'compare' ? query.ask.sides : [];
  const isOfTimes = sides.some(({ where }) => where.kind === 'compare' && where.right.kind === 'date');
  if (!isOfPeriods && !isOfTimes) return [];
  const used = columnsIn(query);
  const columns = tables.flatMap((table) =>
    listTables(query.rows).includes(table.name) ? table.columns : [],
  );
  return columns.flatMap(({ name, type, span }) => {
    if (type !== 'date' || !span || !used.has(name)) return [];
    const [first, last] = [span.first, span.last].map((end) => formatDate(end.slice(0, 10), null));
    return [`\`${name}\` is from ${first} to ${last}.`];
  });
}

/** Periods without rows are not in the table. */
function noteAbsent({ rows }: Query, result: ResultData): string[] {
  const key = findGroup(rows)?.keys.find(({ of }) => of.kind === 'period');
  const isWhole = result.values.length === result.rows && (rows.kind === 'group' || rows.kind === 'window');
  if (key?.of.kind !== 'period' || !isWhole || !/year|quarter|month|week|day/.test(key.of.period)) return [];
  const { period } = key.of;
  const starts = result.values
    .map((row) => cellOf(result, row, nameKey(key)))
    .filter((cell) => typeof cell === 'string');
  const times = [...new Set(starts.map((iso) => Date.parse(`${iso.slice(0, 10)}T00:00:00Z`)))];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  let all = 1;
  for (let time = first; time < last; time = nextStart(time, period)) all += 1;
  const absent = all - times.length;
  const [have, are] = absent === 1 ? ['has', 'is'] : ['have', 'are'];
  return absent > 0 && times.length > 0
    ? [`${countWords(absent, period)} in between ${have} no rows and ${are} not shown.`]
    : [];
}

function nextStart(time: number, period: Period): number {
  const start = new Date(time);
  const months = { year: 12, quarter: 3, month: 1 }[period as string];
  if (months !== undefined) return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months);
  return time + (period === 'week' ? 7 : 1) * DAY;
}

function noteChart({ rows, ask, presentation }: Query, result: ResultData): string[] {
  const group = ask.kind === 'table' ? findGroup(rows) : null;
  const [key] = group?.keys ?? [];
  const isNamed = key?.of.kind === 'column' && group?.keys.length === 1;
  return isNamed && presentation.chart !== 'line' && result.rows > MAX_BARS
    ? [`The chart shows ${MAX_BARS} of ${countWords(result.rows, 'group')}.`]
    : [];
}
