import type { Place } from '../state/grid-place.ts';
import { toMiddle, toScrollTop } from '../state/row-window.ts';
import type { TableState } from '../state/use-table.ts';
import type { LaidRows } from './lay-rows.ts';

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
