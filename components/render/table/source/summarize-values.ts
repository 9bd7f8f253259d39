import { chooseFormat, formatValue, writeValue } from './format-value.ts';
import type { Column, Value } from './table.ts';
import type { ColumnFacts } from './table-source.ts';

const MAX_BARS = 16;
const MAX_FREQUENT = 20;

/** What a column's values have in common, as far as the page holds them. */
export function summarizeValues(
  column: Column,
  values: readonly Value[],
  of: ColumnFacts['of'],
): ColumnFacts {
  const known = values.filter((value) => value !== null);
  const counts = new Map<string, number>();
  for (const value of known) counts.set(writeValue(value), (counts.get(writeValue(value)) ?? 0) + 1);
  const facts = {
    count: values.length,
    missing: values.length - known.length,
    distinct: counts.size,
    of,
  };
  const measured = known.map((value) => toMeasure(column, value));
  if (measured.length > 0 && measured.every((value) => Number.isFinite(value))) {
    const format = chooseFormat(column, values);
    const write = (measure: number) =>
      column.kind === 'date' ? toDay(measure) : formatValue(measure, format);
    const isWhole = column.kind === 'number' && measured.every(Number.isInteger);
    const { min, max, bars } = countBars(measured, write, isWhole ? 1 : 0);
    return { ...facts, min, max, bars };
  }
  const frequent = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_FREQUENT)
    .map(([text, count]) => ({ text, count }));
  return { ...facts, frequent };
}

function toMeasure({ kind }: Column, value: Value): number {
  if (kind === 'number' && typeof value === 'number') return value;
  return kind === 'date' && typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** `step`: from one possible value to the next, so that each bar holds as many of them; 0 where there is none. */
function countBars(values: readonly number[], write: (value: number) => string, step: number) {
  const min = values.reduce((one, other) => Math.min(one, other));
  const max = values.reduce((one, other) => Math.max(one, other));
  const wishedCount = max > min ? Math.min(MAX_BARS, Math.max(4, Math.ceil(Math.sqrt(values.length)))) : 1;
  const width = step === 0 ? (max - min) / wishedCount : Math.ceil((max - min + step) / wishedCount);
  const barCount = step === 0 ? wishedCount : Math.ceil((max - min + step) / width);
  const counts = new Array<number>(barCount).fill(0);
  for (const value of values) {
    const bar = width > 0 ? Math.min(barCount - 1, Math.floor((value - min) / width)) : 0;
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  const bars = counts.map((count, at) => {
    const from = min + at * width;
    return { from: write(from), to: write(Math.min(max, from + width - step)), count };
  });
  return { min: write(min), max: write(max), bars };
}

const toDay = (measure: number) => new Date(measure).toISOString().slice(0, 10);
