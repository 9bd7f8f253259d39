/** A result as a Markdown table. */
import { formatValue, type ValueFormat } from './format-value.ts';
import type { ResultData, Value } from './result-data.ts';

/** Rows that an answer shows; the output of the cell has all. */
export const MAX_ROWS = 30;
/** Of rows of a file, which say less than groups. */
export const MAX_LISTED = 10;

/** The first rows, and how many there are in all where not all are shown. */
export function writeTable(
  result: ResultData,
  formatOf: (name: string) => ValueFormat,
  maxRows = MAX_ROWS,
): string {
  const shown = result.values.slice(0, maxRows);
  const formats = result.names.map((name, at) =>
    alignDecimals(
      formatOf(name ?? ''),
      shown.map((row) => row[at] ?? null),
    ),
  );
  const rows = shown.map((row) => row.map((cell, at) => formatValue(cell, formats[at] ?? formatOf(''))));
  const isNumeric = (at: number) =>
    result.values.every((row) => row[at] === null || typeof row[at] === 'number');
  const header = result.names.map((name, at) => nameColumn(name, formats[at]?.kind ?? null));
  const rule = result.names.map((_, at) => (isNumeric(at) ? '---:' : '---'));
  const more =
    result.rows > rows.length
      ? `\n\nThese are the first ${rows.length} of ${result.rows.toLocaleString('en-US')} rows.`
      : '';
  return `${[header, rule, ...rows].map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')}${more}`;
}

/** The values of a column have as many decimals as that of them with the most, unless they have more than two. */
function alignDecimals(format: ValueFormat, values: readonly Value[]): ValueFormat {
  const { part, period, isName } = format.kind ?? {};
  const numbers = values.filter((value) => typeof value === 'number');
  if (format.decimals !== null || part || period || isName || numbers.length < 2) return format;
  const counts = numbers.map((value) => /\.(\d+)/.exec(formatValue(value, format))?.[1]?.length ?? 0);
  const most = Math.max(...counts);
  return most === 0 || most > 2 ? format : { ...format, decimals: most };
}

/** Columns of the file keep their names; those that the writer adds are named for code, while a heading has blanks. */
function nameColumn(name: string | null, kind: ValueFormat['kind']): string {
  if (name === null) return '';
  return kind === null ? name.replaceAll('_', ' ') : name;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
