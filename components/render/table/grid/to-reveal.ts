import type { Place } from '../state/grid-place.ts';
import { type RowSpace, toScrollTop } from '../state/row-window.ts';
import type { TableState } from '../state/use-table.ts';

/** A function that scrolls until a cell is seen. */
export function toReveal({ boxRef, places }: TableState, space: RowSpace): (place: Place) => void {
  return ({ row, column }) => {
    const box = boxRef.current;
    const target = places[column];
    if (!box || !target) return;
    if (row >= 0) box.scrollTop = toScrollTop(space, box.scrollTop, row);
    if (target.isPinned) return;
    const pinnedPx = places.reduce((sum, each) => sum + (each.isPinned ? each.widthPx : 0), 0);
    const endPx = target.leftPx + target.widthPx;
    if (target.leftPx - pinnedPx < box.scrollLeft) box.scrollLeft = target.leftPx - pinnedPx;
    else if (endPx > box.scrollLeft + box.clientWidth) box.scrollLeft = endPx - box.clientWidth;
  };
}
