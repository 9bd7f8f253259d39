/** "Last month", "the past 30 days", "this year": counted back from the last date of the data, not from today. */
import { quote } from './python-literals.ts';
import type { Filter } from './reading.ts';
import type { Word } from './words.ts';

const PERIODS: Readonly<Record<string, string>> = {
  day: 'D',
  week: 'W',
  month: 'M',
  quarter: 'Q',
  year: 'Y',
};

/** `dated`: a column of dates; otherwise one of years, which knows years only. */
export function readRecent(words: readonly Word[], column: string, dated: boolean): Filter[] {
  return words.flatMap(({ lower }, at) => {
    if (!/^(last|past|this|current)$/.test(lower)) return [];
    const count = Number(words[at + 1]?.lower);
    const spot = count > 0 ? at + 2 : at + 1;
    const unit = words[spot]?.stem ?? '';
    const period = PERIODS[unit];
    if (!period || (!dated && unit !== 'year') || (count > 0 && unit === 'quarter')) return [];
    const many = count > 0;
    const label = many ? `in the last ${count} ${unit}s of the data` : `in the last ${unit} of the data`;
    const back = many ? count : 1;
    const write = dated
      ? (frame: string) => writeDates(`${frame}[${quote(column)}]`, many ? { unit, count } : { period })
      : (frame: string) => `${frame}[${quote(column)}] > ${frame}[${quote(column)}].max() - ${back}`;
    return [{ column, at: spot, label, write, values: [], group: null }];
  });
}

function writeDates(dates: string, span: { unit: string; count: number } | { period: string }): string {
  if ('count' in span) return `${dates} > ${dates}.max() - pd.DateOffset(${span.unit}s=${span.count})`;
  const periods = `${dates}.dt.to_period("${span.period}")`;
  return `${periods} == ${periods}.max()`;
}
