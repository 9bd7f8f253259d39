/** Numbers and sentences of answers. Every number comes as the text a cell showed. */
import type { Aggregate, Group } from './reading.ts';

/** Rounds for reading: thousands grouped, two decimals, three significant digits below one; other text unchanged. */
export function formatNumber(text: string): string {
  const trimmed = text.trim();
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(trimmed)) return trimmed;
  const value = Number(trimmed);
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  if (Math.abs(value) >= 1) return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  return String(Number(value.toPrecision(3)));
}

export function bold(text: string): string {
  return `**${text}**`;
}

export function code(name: string): string {
  return `\`${name.replaceAll('`', "'")}\``;
}

/** "a, b and c". */
export function listWords(items: readonly string[]): string {
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

const AGGREGATE_WORDS: Readonly<Record<Aggregate, string>> = {
  mean: 'average',
  median: 'median',
  sum: 'total',
  min: 'minimum',
  max: 'maximum',
  std: 'standard deviation of',
  var: 'variance of',
  range: 'range of',
  nunique: 'number of distinct',
  count: 'number of rows',
};

export function describeAggregate(aggregate: Aggregate, percentile: number | null): string {
  return percentile === null
    ? AGGREGATE_WORDS[aggregate]
    : `${Math.round(percentile * 1000) / 10}th percentile of`;
}

export function describeGroup(group: Group): string {
  if (group.grain === 'day-kind') return 'part of the week';
  return group.grain === null ? group.column : group.grain.replace('clock-hour', 'hour').replace('-', ' ');
}

/** What pandas shows where there is no value. */
export function isBlank(text: string): boolean {
  return /^(NaN|NaT|None|<NA>|nan)?$/.test(text.trim());
}

/** `83.0`, as a column with gaps shows whole numbers, is 83. */
export function trimZeros(text: string): string {
  return text.replace(/^(-?\d+)\.0+$/, '$1');
}

/** A date without a midnight that was never meant. */
export function formatDate(text: string): string {
  return isBlank(text) ? '' : text.replace(/ 00:00:00(\.0+)?$/, '');
}

const MAX_PADDED_DECIMALS = 2;

/** The same number of decimals down a column of figures; a nameless first column lists figures of several kinds. */
function alignDecimals(header: readonly string[], rows: readonly (readonly string[])[]): string[][] {
  const decimals = header.map((_, index) => {
    const cells = rows.map((row) => row[index] ?? '').filter((text) => !isBlank(text));
    const isFigure = header[0] !== '' && cells.every((text) => /^-?[\d,]+(\.\d+)?$/.test(text));
    const most = Math.max(0, ...cells.map((text) => text.split('.')[1]?.length ?? 0));
    return isFigure && most <= MAX_PADDED_DECIMALS ? most : 0;
  });
  return rows.map((row) => row.map((text, index) => padDecimals(text, decimals[index] ?? 0)));
}

function padDecimals(text: string, decimals: number): string {
  if (isBlank(text)) return '–';
  const [whole = '', part = ''] = text.split('.');
  return decimals === 0 || !/^-?[\d,]+(\.\d+)?$/.test(text) ? text : `${whole}.${part.padEnd(decimals, '0')}`;
}

/** A Markdown table; pipes and line breaks in cells are made harmless. */
export function writeTable(header: readonly string[], texts: readonly (readonly string[])[]): string {
  const rows = alignDecimals(header, texts);
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  const isNumeric = (index: number) => rows.every((row) => /^(–|-?[\d,.]+)$/.test(row[index] ?? ''));
  const rule = `|${header.map((_, index) => (isNumeric(index) && index > 0 ? ' ---: ' : ' --- ')).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}

export interface AnswerParts {
  headline: string;
  table?: string;
  more?: readonly string[];
  method: string;
  caveats: readonly string[];
}

/** Headline, evidence, method in a sentence, caveats. */
export function composeAnswer(parts: AnswerParts): string {
  const caveats = parts.caveats.length > 0 ? `**Keep in mind:** ${parts.caveats.join(' ')}` : null;
  return [parts.headline, parts.table, ...(parts.more ?? []), `**How:** ${parts.method}`, caveats]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join('\n\n');
}
