/** The HTML of a plain table as values: for outputs whose kernel left none in the log, as in notebooks made elsewhere. */
import type { TableDigest } from '../../../../lib/notebook/output-digest.ts';
import type { HeldTable } from '../../table/source/local-source.ts';
import type { Column, Value } from '../../table/source/table.ts';
import { type ScannedCell, scanTableHtml } from './scan-table-html.ts';

const MAX_CHARACTERS = 8_000_000;
const MAX_COLUMNS = 1000;
const MAX_HEAD_ROWS = 50;
/** A few cells that span many rows can expand to more than a page can hold. */
const MAX_CELLS = 2_000_000;

type Rows = readonly (readonly ScannedCell[])[];

/** Null when the HTML is not a plain table, or not one with a row and a rectangle of cells. */
export function readHtmlTable(html: string, digest?: TableDigest): HeldTable | null {
  if (html.length > MAX_CHARACTERS || !/^\s*<(?:div|table|style|small)\b/i.test(html)) return null;
  const scanned = scanTableHtml(html);
  if (!scanned || scanned.body.length === 0) return null;
  const width = Math.max(...scanned.body.slice(0, 3).map(countColumns));
  if (width === 0 || width > MAX_COLUMNS) return null;
  if (scanned.head.length > MAX_HEAD_ROWS || scanned.body.length * width > MAX_CELLS) return null;
  const paths = placeHead(scanned.head, width);
  const body = placeCells(scanned.body, width, false);
  if (!paths || !body) return null;
  return toHeldTable(
    paths,
    body,
    countIndexColumns(scanned.body),
    readDimensions(scanned.notes) ?? digest ?? null,
  );
}

function toHeldTable(
  paths: readonly (readonly string[])[],
  body: readonly (readonly string[])[],
  levels: number,
  stated: { rows: number; columns: number } | null,
): HeldTable {
  const width = paths.length;
  const gapRow = findGap(stated?.rows, body.length, (row) => isGap((body[row] ?? []).slice(levels)));
  const gapColumn = findGap(stated?.columns, width - levels, (at) =>
    isGap([...body.map((row) => row[levels + at] ?? ''), ...(paths[levels + at] ?? [])]),
  );
  const rows = body.filter((_, row) => row !== gapRow);
  const columnCount = width - levels - (gapColumn < 0 ? 0 : 1);
  const isStated = stated !== null && stated.rows >= rows.length && stated.columns >= columnCount;
  const total = isStated
    ? { rows: stated.rows, columns: stated.columns }
    : { rows: rows.length, columns: columnCount };
  const indexes = paths
    .map((_, index) => index)
    .filter((index) => index !== levels + gapColumn || gapColumn < 0);
  const columns = indexes.map((index) => {
    const at =
      index < levels ? -1 - index : toPosition(index - levels, gapColumn, width - levels, total.columns);
    return readColumn(
      at,
      paths[index] ?? [],
      rows.map((row) => row[index] ?? ''),
    );
  });
  return {
    columns: columns.map(({ column }) => column),
    rows: rows.map((_, row) => columns.map(({ values }) => values[row] ?? null)),
    places: rows.map((_, row) =>
      toPosition(row < gapRow || gapRow < 0 ? row : row + 1, gapRow, body.length, total.rows),
    ),
    total,
  };
}

/** Which one marks those left out, where the whole is said to be larger; -1 where none does. */
function findGap(total: number | undefined, count: number, isMark: (index: number) => boolean): number {
  if (total === undefined || total <= count - 1) return -1;
  return Array.from({ length: count }, (_, index) => index).findIndex(isMark);
}

/** In the whole: after a gap, positions count from the end. */
function toPosition(index: number, gap: number, count: number, total: number): number {
  return gap < 0 || index < gap ? index : total - count + index;
}

const MISSING = new Set(['', 'NaN', 'nan', 'None', 'NaT', '<NA>', 'NA', 'null', 'NULL']);
const NUMBER = /^[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[-+]?\d+)?$/i;

function readColumn(at: number, path: readonly string[], texts: readonly string[]) {
  const known = texts.filter((text) => !MISSING.has(text));
  const isNumber = known.length > 0 && known.every((text) => toNumber(text) !== null);
  const values = texts.map((text): Value => {
    if (MISSING.has(text)) return at < 0 && text === '' ? '' : null;
    return isNumber ? toNumber(text) : text;
  });
  const decimals = isNumber
    ? Math.max(...known.map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0))
    : undefined;
  const column: Column = { at, path, type: '', kind: isNumber ? 'number' : 'text', decimals };
  return { column, values };
}

/** Null when the text is not a number. Thousands separators and infinities are accepted. */
function toNumber(text: string): number | null {
  const infinity = /^([-+]?)inf$/i.exec(text);
  if (infinity) return infinity[1] === '-' ? -Infinity : Infinity;
  if (!/\d/.test(text) || !NUMBER.test(text)) return null;
  const number = Number(text.replaceAll(',', '').replace('−', '-'));
  return Number.isSafeInteger(number) || /[.e]/i.test(text) ? number : null;
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

/** Levels of the name of each column; null when the rows do not fill the width. */
function placeHead(rows: Rows, width: number): string[][] | null {
  const placed = placeCells(rows, width, true);
  if (!placed) return null;
  return Array.from({ length: width }, (_, column) =>
    placed.map((row) => row[column] ?? '').filter((text) => text !== ''),
  );
}

interface Span {
  readonly text: string;
  readonly left: number;
}

/** Cells that span are repeated. In the body only row names do: a cell of data that spans is none. */
function placeCells(rows: Rows, width: number, isHead: boolean): string[][] | null {
  const spans: (Span | undefined)[] = [];
  const placed: string[][] = [];
  for (const row of rows) {
    const left = rows.length - placed.length;
    const isAllowed = ({ colSpan, rowSpan, isHeader }: ScannedCell) =>
      isHead ? rowSpan <= left : colSpan === 1 && (rowSpan === 1 || isHeader);
    const texts = row.every(isAllowed) ? placeRow(row, spans, width, isHead) : null;
    if (!texts) return null;
    placed.push(texts);
  }
  return placed;
}

/** Null when the cells do not fill the width. `spans`: of rows above, by column; they are counted down. */
function placeRow(
  row: readonly ScannedCell[],
  spans: (Span | undefined)[],
  width: number,
  isHead: boolean,
): string[] | null {
  const texts: string[] = [];
  let next = 0;
  while (texts.length < width) {
    const column = texts.length;
    const span = spans[column];
    if (span && span.left > 0) {
      spans[column] = { ...span, left: span.left - 1 };
      // A name that spans rows of the head is one level.
      texts.push(isHead ? '' : span.text);
      continue;
    }
    const cell = row[next++];
    if (!cell || column + cell.colSpan > width) return null;
    for (let each = 0; each < cell.colSpan; each++) {
      spans[column + each] = { text: cell.text, left: cell.rowSpan - 1 };
      texts.push(cell.text);
    }
  }
  return next === row.length ? texts : null;
}

/** Columns at the start that name rows: as many as the row with the most header cells has. */
function countIndexColumns(rows: Rows): number {
  let most = 0;
  for (const row of rows) {
    const first = row.findIndex(({ isHeader }) => !isHeader);
    most = Math.max(most, first < 0 ? row.length : first);
  }
  return most;
}

function isGap(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell === '...' || cell === '…' || cell === '⋮');
}
