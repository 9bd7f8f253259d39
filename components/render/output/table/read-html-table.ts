/** A plain HTML table as rows of text, with the full size that its library states. */
import type { TableDigest } from '../../../../lib/notebook/output-digest.ts';
import { type ScannedCell, type ScannedTable, scanTableHtml } from './scan-table-html.ts';

export interface HeadCell {
  readonly text: string;
  /** The first column it covers. */
  readonly column: number;
  readonly colSpan: number;
  readonly rowSpan: number;
}

export interface Column {
  /** Header levels from the top; empty where a column has no name. */
  readonly path: readonly string[];
  /** Whether it is part of the row's name, not of its data. */
  readonly isIndex: boolean;
  readonly isNumeric: boolean;
  /** Whether it represents columns that were left out. */
  readonly isGap: boolean;
}

export interface Row {
  readonly cells: readonly string[];
  /** How many of the first cells only repeat the row above. */
  readonly repeats: number;
  /** Whether it represents rows that were left out. */
  readonly isGap: boolean;
}

export interface Table {
  readonly head: readonly (readonly HeadCell[])[];
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Size of the whole, of which the table may show a part. Columns do not include the index. */
  readonly total: { readonly rows: number; readonly columns: number };
}

const MAX_CHARACTERS = 8_000_000;
const MAX_COLUMNS = 1000;
const MAX_HEAD_ROWS = 50;
/** A few cells that span many rows can expand to more than a page can hold. */
const MAX_CELLS = 2_000_000;

/** Null when the HTML is not a plain table, or not one with a row and a rectangle of cells. */
export function readTable(html: string, digest?: TableDigest): Table | null {
  if (html.length > MAX_CHARACTERS || !/^\s*<(?:div|table|style|small)\b/i.test(html)) return null;
  const scanned = scanTableHtml(html);
  if (!scanned || scanned.body.length === 0) return null;
  const width = Math.max(...scanned.body.slice(0, 3).map(countColumns));
  if (width === 0 || width > MAX_COLUMNS) return null;
  if (scanned.head.length > MAX_HEAD_ROWS || scanned.body.length * width > MAX_CELLS) return null;
  const head = placeHead(scanned.head, width);
  const body = placeBody(scanned.body, width);
  if (!head || !body) return null;
  const stated = readDimensions(scanned.notes) ?? digest ?? null;
  return describe(scanned, head, body, stated);
}

function describe(
  scanned: ScannedTable,
  head: HeadCell[][],
  body: { cells: string[]; repeats: number }[],
  stated: { rows: number; columns: number } | null,
): Table {
  const width = body[0]?.cells.length ?? 0;
  const indexCount = countIndexColumns(scanned.body);
  const isCut = stated !== null && stated.rows > body.length - 1;
  const rows = body.map((row) => ({ ...row, isGap: isCut && isGap(row.cells.slice(indexCount)) }));
  const full = rows.filter((row) => !row.isGap);
  const isNarrowed = stated !== null && stated.columns > width - indexCount - 1;
  const columns = Array.from({ length: width }, (_, index): Column => {
    const values = full.map(({ cells }) => cells[index] ?? '');
    const path = readPath(head, index);
    return {
      path,
      isIndex: index < indexCount,
      isNumeric: isNumericColumn(values),
      isGap: isNarrowed && isGap(values) && isGap(path),
    };
  });
  const shown = { rows: full.length, columns: columns.filter((each) => !each.isIndex && !each.isGap).length };
  return { head, columns, rows, total: isAtLeast(stated, shown) ? stated : shown };
}

/** The stated size of the whole is used only when it is plausible. */
function isAtLeast(
  stated: { rows: number; columns: number } | null,
  shown: { rows: number; columns: number },
): stated is { rows: number; columns: number } {
  return stated !== null && stated.rows >= shown.rows && stated.columns >= shown.columns;
}

function countColumns(row: readonly ScannedCell[]): number {
  return row.reduce((sum, { colSpan }) => sum + colSpan, 0);
}

/** pandas: `1204 rows × 2 columns`. Polars: `shape: (1_204, 2)`. R: `A data.frame: 1204 × 2`. */
function readDimensions(notes: string): { rows: number; columns: number } | null {
  const match =
    /([\d,_]+) rows [×x] ([\d,_]+) columns/.exec(notes) ??
    /shape: \(([\d,_]+), ([\d,_]+)\)/.exec(notes) ??
    /: ([\d,_]+) × ([\d,_]+)/.exec(notes);
  if (!match) return null;
  const [rows, columns] = match.slice(1).map((digits) => Number(digits.replaceAll(/[,_]/g, '')));
  return rows === undefined || columns === undefined ? null : { rows, columns };
}

/** The position of each header cell; null when the rows do not fill the width. */
function placeHead(rows: ScannedTable['head'], width: number): HeadCell[][] | null {
  const takenUntil = new Array<number>(width).fill(0);
  const head: HeadCell[][] = [];
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    const placed: HeadCell[] = [];
    for (const { text, colSpan, rowSpan } of row) {
      while (column < width && (takenUntil[column] ?? 0) > rowIndex) column++;
      if (column + colSpan > width || rowIndex + rowSpan > rows.length) return null;
      takenUntil.fill(rowIndex + rowSpan, column, column + colSpan);
      placed.push({ text, column, colSpan, rowSpan });
      column += colSpan;
    }
    if (takenUntil.some((until) => until <= rowIndex)) return null;
    head.push(placed);
  }
  return head;
}

/** Row names that span rows are repeated in each; cells that span columns are not data. */
function placeBody(rows: ScannedTable['body'], width: number): { cells: string[]; repeats: number }[] | null {
  const spans: { text: string; left: number }[] = [];
  const body: { cells: string[]; repeats: number }[] = [];
  for (const row of rows) {
    const cells: string[] = [];
    let repeats = 0;
    let next = 0;
    for (let column = 0; column < width; column++) {
      const span = spans[column];
      if (span && span.left > 0) {
        span.left--;
        cells.push(span.text);
        if (repeats === column) repeats++;
        continue;
      }
      const cell = row[next++];
      if (!cell || cell.colSpan > 1 || (cell.rowSpan > 1 && !cell.isHeader)) return null;
      if (cell.rowSpan > 1) spans[column] = { text: cell.text, left: cell.rowSpan - 1 };
      cells.push(cell.text);
    }
    if (next !== row.length) return null;
    body.push({ cells, repeats });
  }
  return body;
}

/** Columns at the start that name rows: as many as the row with the most header cells has. */
function countIndexColumns(rows: ScannedTable['body']): number {
  let most = 0;
  for (const row of rows) {
    const first = row.findIndex(({ isHeader }) => !isHeader);
    most = Math.max(most, first < 0 ? row.length : first);
  }
  return most;
}

function readPath(head: HeadCell[][], column: number): string[] {
  return head.flatMap((row) =>
    row
      .filter((cell) => cell.column <= column && column < cell.column + cell.colSpan && cell.text !== '')
      .map(({ text }) => text),
  );
}

function isGap(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell === '...' || cell === '…' || cell === '⋮');
}

const MISSING = new Set(['', 'NaN', 'nan', 'None', 'NaT', '<NA>', 'NA', 'null', 'NULL']);
const NUMBER = /^[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[-+]?\d+)?%?$/i;

export function isMissing(text: string): boolean {
  return MISSING.has(text);
}

/** Null when the text is not a number. Thousands separators, percent signs, and infinities are accepted. */
export function toNumber(text: string): number | null {
  const infinity = /^([-+]?)inf$/i.exec(text);
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity;
  if (!/\d/.test(text) || !NUMBER.test(text)) return null;
  return Number(text.replaceAll(/[,%]/g, '').replace('−', '-'));
}

function isNumericColumn(values: readonly string[]): boolean {
  const present = values.filter((value) => !isMissing(value));
  return present.length > 0 && present.every((value) => toNumber(value) !== null);
}
