/** Dates and months as people write them. */
import type { Period } from './query.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

export function nameMonth(number: number): string {
  return MONTHS[number - 1] ?? String(number);
}

/** As exact as the text is, or as the period that it starts. */
export function formatDate(iso: string, period: Period | null): string {
  const [written, quarter] = iso.split('-Q');
  if (quarter) return `Q${quarter} ${written}`;
  const [year = '', month, day] = iso.slice(0, 10).split('-');
  const name = month === undefined ? '' : MONTHS[Number(month) - 1];
  if (month === undefined || period === 'year') return year;
  if (period === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  if (day === undefined || period === 'month') return `${name} ${year}`;
  const date = `${name} ${Number(day)}, ${year}`;
  if (period === 'week') return `week of ${date}`;
  const time = iso.slice(11, 16);
  return time === '' || period === 'day' ? date : `${date} ${time}`;
}
