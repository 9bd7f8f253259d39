/** Which rows of a long table are drawn. All rows have one height, so that none has to be measured. */

/** Browsers draw nothing below some 17 million pixels. Longer tables scroll faster than the wheel turns. */
const MAX_BODY_PX = 12_000_000;
/** Drawn above and below what is seen, so that scrolling finds them there. */
const SPARE_ROWS = 8;

export interface RowSpace {
  readonly rowCount: number;
  readonly rowPx: number;
  /** Of the part in which rows are seen. */
  readonly viewPx: number;
}

interface RowWindow {
  /** Rows to draw: from `first`, without `end`. */
  readonly first: number;
  readonly end: number;
  /** How far all of them are moved down from their own place, CSS pixels; 0 unless the table is very long. */
  readonly shiftPx: number;
}

/** Height of all rows, as far as a browser can scroll. */
export function toBodyPx({ rowCount, rowPx }: RowSpace): number {
  return Math.min(rowCount * rowPx, MAX_BODY_PX);
}

export function toRowWindow(space: RowSpace, scrollTop: number): RowWindow {
  const { rowCount, rowPx, viewPx } = space;
  const top = scrollTop * toScale(space);
  const first = Math.max(0, Math.floor(top / rowPx) - SPARE_ROWS);
  const end = Math.min(rowCount, Math.ceil((top + viewPx) / rowPx) + SPARE_ROWS);
  return { first: Math.min(first, end), end, shiftPx: scrollTop - top };
}

/** Where to scroll so that the row is in the middle, among its neighbors. */
export function toMiddle(space: RowSpace, row: number): number {
  const topPx = row * space.rowPx - (space.viewPx - space.rowPx) / 2;
  return Math.max(0, topPx) / toScale(space);
}

/** Where to scroll so that the row is seen; the place given if it is already. */
export function toScrollTop(space: RowSpace, scrollTop: number, row: number): number {
  const scale = toScale(space);
  const top = scrollTop * scale;
  const rowTop = row * space.rowPx;
  const rowEnd = rowTop + space.rowPx;
  if (rowTop >= top && rowEnd <= top + space.viewPx) return scrollTop;
  return (rowTop < top ? rowTop : rowEnd - space.viewPx) / scale;
}

/** Pixels of the table for each pixel scrolled. */
function toScale(space: RowSpace): number {
  const { rowCount, rowPx, viewPx } = space;
  const bodyPx = toBodyPx(space);
  const scrolledPx = bodyPx - viewPx;
  return scrolledPx <= 0 ? 1 : (rowCount * rowPx - viewPx) / scrolledPx;
}
