/** Python for grouping keys and measures, and names for what they make. */
import { type Column, type Dataset, findColumn } from './dataset.ts';
import { quote, toVariable } from './python-literals.ts';
import type { Grain, Group } from './reading.ts';

const GRAIN_CODE: Readonly<Record<Grain, string>> = {
  year: '.dt.year',
  quarter: '.dt.to_period("Q")',
  month: '.dt.to_period("M")',
  'calendar-month': '.dt.month',
  week: '.dt.to_period("W")',
  weekday: '.dt.day_name()',
  'day-kind': '.dt.dayofweek.map(lambda day: "weekend" if day > 4 else "weekday", na_action="ignore")',
  day: '.dt.date',
  hour: '.dt.hour',
  'clock-hour': '.dt.floor("h")',
  minute: '.dt.floor("min")',
  decade: '.dt.year // 10 * 10',
};

/** A grouping key for `groupby`: the column's name, or a named part of its dates. */
export function writeKey(group: Group, frame: string, dataset: Dataset): string {
  if (group.grain === null) return quote(group.column);
  const source = `${frame}[${quote(group.column)}]`;
  if (findColumn(dataset, group.column)?.kind !== 'date') return `(${source} // 10 * 10).rename("decade")`;
  const part = `${source}${GRAIN_CODE[group.grain]}`;
  return `${group.grain === 'decade' ? `(${part})` : part}.rename(${quote(group.grain.replace('-', ' '))})`;
}

export function nameGroup(group: Group): string {
  return toVariable('by', group.grain ?? group.column);
}

/** Largest absolute example: decides how figures are rounded. */
function magnitude(column: Column | null): number {
  return Math.max(0, ...(column?.examples ?? []).map((text) => Math.abs(Number(text)) || 0));
}

/** A suffix that keeps figures readable and exact on screen; small ones keep all their digits. */
export function writeRounding(dataset: Dataset, measures: readonly string[]): string {
  const sizes = measures.map((name) => magnitude(findColumn(dataset, name)));
  if (sizes.length > 0 && sizes.every((size) => size >= 10_000)) return '.round().astype("Int64")';
  return sizes.length > 0 && sizes.every((size) => size >= 2) ? '.round(2)' : '';
}
