/** Which columns of a wide table are drawn: those in view, and those that are pinned. */

export interface ColumnPlace {
  /** Index in the table's columns. */
  readonly index: number;
  readonly widthPx: number;
  /** From the left edge of the table. */
  readonly leftPx: number;
  readonly isPinned: boolean;
  /** Of the last pinned column. */
  readonly isEdge: boolean;
}

export interface ColumnWindow {
  readonly pinned: readonly ColumnPlace[];
  /** The others that are drawn. */
  readonly drawn: readonly ColumnPlace[];
  /** How many of the others come before those. */
  readonly skipped: number;
  /** Room before the first of them, which columns take that are not drawn. */
  readonly gapPx: number;
  /** Room after the last of them: without it, those that are drawn would take the width of all. */
  readonly endPx: number;
}

const SPARE_PX = 300;

/** Pinned columns first; the others keep their order. */
export function placeColumns(widthsPx: readonly number[], pinned: ReadonlySet<number>): ColumnPlace[] {
  const order = widthsPx.map((_, index) => index);
  const sorted = [...order.filter((each) => pinned.has(each)), ...order.filter((each) => !pinned.has(each))];
  let leftPx = 0;
  return sorted.map((index, at) => {
    const widthPx = widthsPx[index] ?? 0;
    const place = { index, widthPx, leftPx, isPinned: at < pinned.size, isEdge: at === pinned.size - 1 };
    leftPx += widthPx;
    return place;
  });
}

export function toColumnWindow(
  places: readonly ColumnPlace[],
  { scrollLeft, viewPx }: { scrollLeft: number; viewPx: number },
): ColumnWindow {
  const pinned = places.filter(({ isPinned }) => isPinned);
  const rest = places.slice(pinned.length);
  const from = scrollLeft - SPARE_PX;
  const to = scrollLeft + viewPx + SPARE_PX;
  const isSeen = ({ leftPx, widthPx }: ColumnPlace) => leftPx + widthPx >= from && leftPx <= to;
  const skipped = Math.max(0, rest.findIndex(isSeen));
  const drawn = rest.filter(isSeen);
  const startPx = pinned.reduce((sum, { widthPx }) => sum + widthPx, 0);
  const gapPx = Math.max(0, (drawn[0]?.leftPx ?? startPx) - startPx);
  const endPx = Math.max(0, endOf(places) - Math.max(startPx, endOf(drawn)));
  return { pinned, drawn, skipped, gapPx, endPx };
}

/** Where the last of them ends, from the left edge of the table. */
export function endOf(places: readonly ColumnPlace[]): number {
  const last = places.at(-1);
  return last ? last.leftPx + last.widthPx : 0;
}
