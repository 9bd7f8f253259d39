/** What `describe` shows of a column, in words. */
import { bold, countWords, formatValue, PLAIN, type ValueFormat } from './format-value.ts';
import type { ResultData } from './result-data.ts';

const SUMMARY: Readonly<Record<string, string>> = {
  count: 'Values',
  mean: 'Average',
  std: 'Standard deviation',
  min: 'Lowest',
  '25%': 'Lower quartile',
  '50%': 'Median',
  '75%': 'Upper quartile',
  max: 'Highest',
};

/** A table; where a chart is next to it, a sentence. */
export function writeSummary(result: ResultData, format: ValueFormat, isDrawn: boolean): string {
  if (isDrawn) return summarize(result, format);
  const rows = result.values.map(([label, value]) => {
    const shown = formatValue(value ?? null, label === 'count' ? PLAIN : format);
    return `| ${SUMMARY[String(label)] ?? label} | ${shown} |`;
  });
  return ['| | |', '| --- | ---: |', ...rows].join('\n');
}

function summarize(result: ResultData, format: ValueFormat): string {
  const values = new Map(result.values.map(([label, value]) => [String(label), value ?? null]));
  const show = (label: string) => bold(formatValue(values.get(label) ?? null, format));
  const count = bold(countWords(Number(values.get('count')), 'value'));
  return `${count}, from ${show('min')} to ${show('max')}. The median is ${show('50%')} and the average ${show('mean')}; the middle half is between ${show('25%')} and ${show('75%')}.`;
}
