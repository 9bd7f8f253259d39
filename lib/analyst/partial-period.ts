/** The first and last period of a series: often only partly covered, which makes them look low. */
import { type Dataset, findColumn } from './dataset.ts';
import { code } from './format.ts';
import { quote } from './python-literals.ts';
import type { Filter, Grain, Group } from './reading.ts';

const DAY = 86_400_000;
/** Gaps up to this many usual steps between rows do not indicate a cut. */
const USUAL_STEPS = 3;

const PERIODS: Partial<Record<Grain, string>> = { year: 'Y', quarter: 'Q', month: 'M', week: 'W' };

/** Lines that print how many days the other periods usually lack at their start and end; null where none may lack any. */
export function writeUsualGaps(
  dataset: Dataset,
  time: Group,
  frame: string,
  filters: readonly Filter[],
): string | null {
  const period = time.grain === null ? undefined : PERIODS[time.grain];
  if (period === undefined || explainPartialPeriods(dataset, time, filters).length === 0) return null;
  return [
    `dates = ${frame}[${quote(time.column)}].dt.tz_localize(None)`,
    `spans = dates.groupby(dates.dt.to_period(${quote(period)})).agg(["min", "max"])`,
    'before = (spans["min"] - spans.index.start_time).dt.days.iloc[1:].median()',
    'after = (spans.index.end_time - spans["max"]).dt.days.iloc[:-1].median()',
    `print(${quote(`days without rows in other ${time.grain}s, in the median:`)}, before, "at the start,", after, "at the end")`,
  ].join('\n');
}

const USUAL_GAPS =
  /^days without rows in other \w+, in the median: ([\d.]+) at the start, ([\d.]+) at the end$/m;

/** Sentences about periods the dates cover less than others; none when a condition cuts the time itself. `text`: what the cell printed. */
export function explainPartialPeriods(
  dataset: Dataset,
  time: Group,
  filters: readonly Filter[],
  text = '',
): string[] {
  const column = findColumn(dataset, time.column);
  const bounded = filters.some((filter) => filter.column === time.column);
  if (!column?.span || time.grain === null || bounded) return [];
  const [first, last] = [parseDay(column.span.first), parseDay(column.span.last)];
  const [start, end] = [periodAround(first, time.grain), periodAround(last, time.grain)];
  if (!start || !end || start.from === end.from) return [];
  const step = (last - first) / DAY / Math.max(1, column.unique - 1);
  const slack = Math.max(1, USUAL_STEPS * step);
  const [before, after] = (USUAL_GAPS.exec(text) ?? []).slice(1).map(Number);
  const cut = [
    ...((first - start.from) / DAY > slack + (before ?? 0)
      ? [`the first ${time.grain} starts on ${column.span.first.slice(0, 10)}`]
      : []),
    ...((end.to - last) / DAY - 1 > slack + (after ?? 0)
      ? [`the last ${time.grain} ends on ${column.span.last.slice(0, 10)}`]
      : []),
  ];
  if (cut.length === 0) return [];
  return [
    `By ${code(time.column)}, ${cut.join(' and ')}, so it is incomplete: totals and counts of it are too low.`,
  ];
}

/** Whether a span holds every month of the year equally often: it ends where it began, give or take days. */
export function coversYears({ first, last }: { first: string; last: string }): boolean {
  const months = (parseDay(last) - parseDay(first)) / DAY / 30.44;
  return Math.abs(months / 12 - Math.round(months / 12)) * 12 < 0.35;
}

function parseDay(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
}

/** From the start of a period to the start of the next, in milliseconds; null for grains without a calendar. */
function periodAround(moment: number, grain: Grain): { from: number; to: number } | null {
  const date = new Date(moment);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const span = (fromMonth: number, months: number) => ({
    from: Date.UTC(year, fromMonth),
    to: Date.UTC(year, fromMonth + months),
  });
  switch (grain) {
    case 'year':
      return span(0, 12);
    case 'quarter':
      return span(month - (month % 3), 3);
    case 'month':
      return span(month, 1);
    case 'week': {
      const monday = moment - ((date.getUTCDay() + 6) % 7) * DAY;
      return { from: monday, to: monday + 7 * DAY };
    }
    default:
      return null;
  }
}
