/** Rows as text for other programs. */
import { writeValue } from './format-value.ts';
import { type Column, nameColumn, type Value } from './table.ts';

type Rows = readonly (readonly Value[])[];

/** RFC 4180, with `\n` at line ends, as pandas writes it. */
export function writeCsv(columns: readonly Column[], rows: Rows): string {
  return toLines(columns, rows)
    .map((cells) => `${cells.map(quoteCsv).join(',')}\n`)
    .join('');
}

/** Tab-separated: what spreadsheets take from the clipboard. */
export function writeTsv(columns: readonly Column[], rows: Rows): string {
  return toLines(columns, rows).map(joinTabs).join('\n');
}

export function joinTabs(cells: readonly string[]): string {
  return cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
}

/** A GitHub-flavored table. */
export function writeMarkdown(columns: readonly Column[], rows: Rows): string {
  const [head = [], ...body] = toLines(columns, rows);
  const rule = columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'));
  return [head.map(escapeMarkdown), rule, ...body.map((cells) => cells.map(escapeMarkdown))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function toLines(columns: readonly Column[], rows: Rows): string[][] {
  return [columns.map(nameColumn), ...rows.map((row) => row.map(writeValue))];
}

function quoteCsv(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function escapeMarkdown(cell: string): string {
  return cell.replaceAll(/[\\|`*_<>[\]]/g, '\\$&').replaceAll(/\s*\n\s*/g, ' ');
}
