/** A table's rows as text for other programs, without rows and columns that only mark left-out ones. */
import type { Row, Table } from './read-html-table.ts';

/** RFC 4180, with `\n` at line ends, as pandas writes it. */
export function writeCsv(table: Table, rows: readonly Row[] = table.rows): string {
  return toLines(table, rows)
    .map((cells) => `${cells.map(quoteCsv).join(',')}\n`)
    .join('');
}

/** Tab-separated: what spreadsheets take from the clipboard. */
export function writeTsv(table: Table, rows: readonly Row[] = table.rows): string {
  return toLines(table, rows)
    .map((cells) => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** A GitHub-flavored table. */
export function writeMarkdown(table: Table, rows: readonly Row[] = table.rows): string {
  const [head = [], ...body] = toLines(table, rows);
  const rule = table.columns
    .filter(({ isGap }) => !isGap)
    .map(({ isNumeric }) => (isNumeric ? '---:' : '---'));
  return [head.map(escapeMarkdown), rule, ...body.map((cells) => cells.map(escapeMarkdown))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function toLines({ columns }: Table, rows: readonly Row[]): string[][] {
  const head = columns.map(({ path }) => path.join(' / '));
  const body = rows.filter(({ isGap }) => !isGap).map(({ cells }) => cells);
  return [head, ...body].map((cells) => cells.filter((_, index) => !columns[index]?.isGap));
}

function quoteCsv(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function escapeMarkdown(cell: string): string {
  return cell.replaceAll(/[\\|`*_<>[\]]/g, '\\$&').replaceAll(/\s*\n\s*/g, ' ');
}
