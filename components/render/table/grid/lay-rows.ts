import { type Break, findRowBreaks } from '../state/find-breaks.ts';
import type { Place } from '../state/grid-place.ts';
import { type RowSpace, toMiddle, toRowWindow, toScrollTop } from '../state/row-window.ts';
import type { TableState } from '../state/use-table.ts';
import type { Viewport } from '../state/use-viewport.ts';

export interface LaidRows {
  readonly space: RowSpace;
  /** Rows to draw: from `first`, without `end`. */
  readonly first: number;
  readonly end: number;
  /** Each takes the room of a row. */
  readonly breaks: readonly Break[];
  /** Where a row is drawn, counted in heights of rows. */
  toSlot(row: number): number;
  toTopPx(row: number): number;
}

/** Where the rows in view are drawn, and the breaks between those that are not neighbors. */
export function layRows(
  table: TableState,
  viewport: Viewport,
  { rowPx, headPx }: { rowPx: number; headPx: number },
): LaidRows {
  const { rowCount, source, shownView, reader } = table;
  const breaks = findRowBreaks(source, shownView, reader).filter(({ before }) => before < rowCount);
  const toSlot = (row: number) => row + breaks.filter(({ before }) => before <= row).length;
  const viewPx = Math.max(rowPx, viewport.heightPx - headPx);
  const space = { rowCount: rowCount + breaks.length, rowPx, viewPx };
  const { first, end, shiftPx } = toRowWindow(space, viewport.scrollTop);
  return {
    space,
    first: Math.max(0, first - breaks.length),
    end: Math.min(end, rowCount),
    breaks,
    toSlot,
    toTopPx: (row) => toSlot(row) * rowPx + shiftPx,
  };
}

/** Scrolls until a cell is seen; with `isJump`, its row is in the middle then. */
export type Reveal = (place: Place, isJump?: boolean) => void;

export function toReveal({ boxRef, places }: TableState, { space, toSlot }: LaidRows): Reveal {
  return ({ row, column }, isJump = false) => {
    const box = boxRef.current;
    const target = places[column];
    if (!box || !target) return;
    const slot = toSlot(row);
    if (row >= 0) box.scrollTop = isJump ? toMiddle(space, slot) : toScrollTop(space, box.scrollTop, slot);
    if (target.isPinned) return;
    const pinnedPx = places.reduce((sum, each) => sum + (each.isPinned ? each.widthPx : 0), 0);
    const endPx = target.leftPx + target.widthPx;
    if (target.leftPx - pinnedPx < box.scrollLeft) box.scrollLeft = target.leftPx - pinnedPx;
    else if (endPx > box.scrollLeft + box.clientWidth) box.scrollLeft = endPx - box.clientWidth;
  };
}
