/** The first and last period of a series: often only partly covered, which makes them look low. */
import { type Dataset, findColumn } from './dataset.ts';
import { code } from './format.ts';
import type { Filter, Grain, Group } from './reading.ts';

const DAY = 86_400_000;
/** Gaps up to this many usual steps between rows are no sign of a cut. */
const USUAL_STEPS = 3;

/** Sentences about periods the dates cover in part; none when a condition cuts the time itself. */
export function explainPartialPeriods(dataset: Dataset, time: Group, filters: readonly Filter[]): string[] {
  const column = findColumn(dataset, time.column);
  const bounded = filters.some((filter) => filter.column === time.column);
  if (!column?.span || time.grain === null || bounded) return [];
  const [first, last] = [parseDay(column.span.first), parseDay(column.span.last)];
  const [start, end] = [periodAround(first, time.grain), periodAround(last, time.grain)];
  if (!start || !end || start.from === end.from) return [];
  const step = (last - first) / DAY / Math.max(1, column.unique - 1);
  const slack = Math.max(1, USUAL_STEPS * step);
  const cut = [
    ...((first - start.from) / DAY > slack
      ? [`the first ${time.grain} starts on ${column.span.first.slice(0, 10)}`]
      : []),
    ...((end.to - last) / DAY - 1 > slack
      ? [`the last ${time.grain} ends on ${column.span.last.slice(0, 10)}`]
      : []),
  ];
  if (cut.length === 0) return [];
  return [
    `By ${code(time.column)}, ${cut.join(' and ')}, so it is incomplete and its figures may be too low.`,
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
