/** The HTML of a plain table as rows of text, and of how large a table it says that it is a part. */
import { type ScannedCell, scanTableHtml } from './scan-table-html.ts';

const MAX_CHARACTERS = 8_000_000;
const MAX_COLUMNS = 1000;
const MAX_HEAD_ROWS = 50;
/** A few cells that span many rows can expand to more than a page can hold. */
const MAX_CELLS = 2_000_000;

type Rows = readonly (readonly ScannedCell[])[];

export interface TableGrid {
  /** Levels of the name of each column, those of the index and of the gap too. */
  readonly paths: readonly (readonly string[])[];
  /** The rows, with a text for each column; the gap is a row too. */
  readonly body: readonly (readonly string[])[];
  /** Columns at the start that name rows. */
  readonly indexCount: number;
  /** The row and the column of `body` that only mark what is left out; -1 for none. */
  readonly gapRow: number;
  readonly gapColumn: number;
  /** Whether a row or column looks like such a mark though nothing says how large the whole is. */
  readonly isMaybeCut: boolean;
  /** The size of what is shown, without index and gap. */
  readonly held: { readonly rows: number; readonly columns: number };
  /** Size of the whole table; that of `held` where nothing larger is stated. */
  readonly total: { readonly rows: number; readonly columns: number };
}

/** Null when the HTML is not a plain table, or not one with a row and a rectangle of cells. */
export function readTableGrid(html: string, known?: { rows: number; columns: number }): TableGrid | null {
  if (html.length > MAX_CHARACTERS || !/^\s*<(?:div|table|style|small)\b/i.test(html)) return null;
  const scanned = scanTableHtml(html);
  if (!scanned || scanned.body.length === 0) return null;
  const width = Math.max(...scanned.body.slice(0, 3).map(countColumns));
  if (width === 0 || width > MAX_COLUMNS) return null;
  if (scanned.head.length > MAX_HEAD_ROWS || scanned.body.length * width > MAX_CELLS) return null;
  const paths = placeHead(scanned.head, width);
  const body = placeCells(scanned.body, width, false);
  if (!paths || !body) return null;
  const indexCount = countIndexColumns(scanned.body);
  const stated = readDimensions(scanned.notes) ?? known;
  const isGapRow = (row: number) => isGap((body[row] ?? []).slice(indexCount));
  const isGapColumn = (at: number) =>
    isGap([...body.map((row) => row[indexCount + at] ?? ''), ...(paths[indexCount + at] ?? [])]);
  const gapRow = findGap(stated?.rows, body.length, isGapRow);
  const gap = findGap(stated?.columns, width - indexCount, isGapColumn);
  const isMaybeCut =
    stated === undefined &&
    (findGap(Infinity, body.length, isGapRow) >= 0 ||
      findGap(Infinity, width - indexCount, isGapColumn) >= 0);
  const held = {
    rows: body.length - (gapRow < 0 ? 0 : 1),
    columns: width - indexCount - (gap < 0 ? 0 : 1),
  };
  const isStated = stated !== undefined && stated.rows >= held.rows && stated.columns >= held.columns;
  const total = isStated ? { rows: stated.rows, columns: stated.columns } : held;
  const gapColumn = gap < 0 ? -1 : indexCount + gap;
  return { paths, body, indexCount, gapRow, gapColumn, isMaybeCut, held, total };
}

/** Which row or column marks those left out, if the whole table is said to be larger; -1 if none does. */
function findGap(total: number | undefined, count: number, isMark: (index: number) => boolean): number {
  if (total === undefined || total <= count - 1) return -1;
  return Array.from({ length: count }, (_, index) => index).findIndex(isMark);
}

function countColumns(row: readonly ScannedCell[]): number {
  return row.reduce((sum, { colSpan }) => sum + colSpan, 0);
}

/** pandas: `1204 rows × 2 columns`. Polars: `shape: (1_204, 2)`. R: `A data.frame: 1204 × 2`. */
function readDimensions(notes: string): { rows: number; columns: number } | undefined {
  const match =
    /([\d,_]+) rows [×x] ([\d,_]+) columns/.exec(notes) ??
    /shape: \(([\d,_]+), ([\d,_]+)\)/.exec(notes) ??
    /: ([\d,_]+) × ([\d,_]+)/.exec(notes);
  if (!match) return undefined;
  const [rows, columns] = match.slice(1).map((digits) => Number(digits.replaceAll(/[,_]/g, '')));
  return rows === undefined || columns === undefined ? undefined : { rows, columns };
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
