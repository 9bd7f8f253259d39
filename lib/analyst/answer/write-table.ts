/** A result as a Markdown table. */
import { formatValue, type ValueFormat } from './format-value.ts';
import type { ResultData } from './result-data.ts';

const MAX_ROWS = 30;

/** The first rows, and how many there are in all where not all are shown. */
export function writeTable(result: ResultData, formatOf: (name: string) => ValueFormat): string {
  const formats = result.names.map((name) => formatOf(name ?? ''));
  const rows = result.values
    .slice(0, MAX_ROWS)
    .map((row) => row.map((cell, at) => formatValue(cell, formats[at] ?? formatOf(''))));
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

/** Columns of the file keep their names; those that the writer adds are named for code, while a heading has blanks. */
function nameColumn(name: string | null, kind: ValueFormat['kind']): string {
  if (name === null) return '';
  return kind === null ? name.replaceAll('_', ' ') : name;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
