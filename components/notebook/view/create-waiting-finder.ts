import type { Session } from '../../../lib/session/session.ts';
import { findWaitingSource, listWaitingCells } from '../../../lib/session/view/cells/list-waiting-cells.ts';

/** A cell that waits for its turn. */
interface WaitingCell {
  /** Its place among those that wait, from 1. */
  readonly place: number;
  /** The code that will run. */
  readonly source: string;
}

export type WaitingCells = ReadonlyMap<string, WaitingCell>;

/** Returns the same map, with the same cells in it, until something in it changes. */
export function createWaitingFinder(): (session: Session) => WaitingCells {
  let known: WaitingCells = new Map();
  return (session) => {
    const found = listWaitingCells(session).map((id, index): [string, WaitingCell] => {
      const cell = { place: index + 1, source: findWaitingSource(session, id) ?? '' };
      const before = known.get(id);
      return [id, before?.place === cell.place && before.source === cell.source ? before : cell];
    });
    const isSame = found.length === known.size && found.every(([id, cell]) => known.get(id) === cell);
    if (!isSame) known = new Map(found);
    return known;
  };
}
