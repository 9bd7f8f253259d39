import type { Frame, Pick } from './meanings.ts';

/** Which rows or groups of an order are wanted; null: no order was asked for; false: not clear which. */
export function pickOf(frame: Frame): Pick | null | false {
  const { count, place, descending } = frame;
  if (descending === null)
    return count === null && place === null && !frame.isRank && !frame.isSorted ? null : false;
  if (place !== null) return count === null ? { count: null, place, descending } : false;
  return { count: count ?? (frame.isSorted ? null : 1), place: null, descending };
}
