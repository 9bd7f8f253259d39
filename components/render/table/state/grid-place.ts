/** Places in a grid, and how keys move between them. */

/** `row` -1 is the heading; `column` counts in the order drawn. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** From where a selection was begun to where it ends: both corners belong to it. */
export interface Selection {
  readonly anchor: Place;
  readonly head: Place;
}

interface GridSize {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows that are seen at once. */
  readonly pageRows: number;
}

interface KeyPress {
  readonly key: string;
  readonly isMod: boolean;
}

/** Where a key leads to, as in the grid pattern of WAI-ARIA. Null for other keys. */
export function findMove(place: Place, { key, isMod }: KeyPress, size: GridSize): Place | null {
  const { rowCount, columnCount, pageRows } = size;
  const lastRow = rowCount - 1;
  const lastColumn = columnCount - 1;
  const { row, column } = place;
  const go = (toRow: number, toColumn: number): Place => ({
    row: Math.max(-1, Math.min(toRow, lastRow)),
    column: Math.max(0, Math.min(toColumn, lastColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return isMod ? go(lastRow, column) : go(row + 1, column);
    case 'ArrowUp':
      return isMod ? go(row > 0 ? 0 : -1, column) : go(row - 1, column);
    case 'ArrowRight':
      return isMod ? go(row, lastColumn) : go(row, column + 1);
    case 'ArrowLeft':
      return isMod ? go(row, 0) : go(row, column - 1);
    case 'Home':
      return isMod ? go(0, 0) : go(row, 0);
    case 'End':
      return isMod ? go(lastRow, lastColumn) : go(row, lastColumn);
    case 'PageDown':
      return go(row + pageRows, column);
    case 'PageUp':
      return go(row < 0 ? -1 : Math.max(0, row - pageRows), column);
    default:
      return null;
  }
}

/** Whether more than the current cell is selected. */
export function isSelecting({ anchor, head }: Selection): boolean {
  return head.row >= 0 && anchor.row >= 0 && (anchor.row !== head.row || anchor.column !== head.column);
}

export interface Block {
  readonly rows: { readonly first: number; readonly end: number };
  readonly columns: { readonly first: number; readonly end: number };
}

/** The cells of a selection; headings are none. */
export function toBlock({ anchor, head }: Selection): Block {
  const range = (one: number, other: number) => ({
    first: Math.min(one, other),
    end: Math.max(one, other) + 1,
  });
  const rows = range(Math.max(0, anchor.row), Math.max(0, head.row));
  return { rows, columns: range(anchor.column, head.column) };
}

export function countCells({ rows, columns }: Block): number {
  return (rows.end - rows.first) * (columns.end - columns.first);
}
