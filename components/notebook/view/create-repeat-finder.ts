import type { Session } from '../../../lib/session/session.ts';

/** Id of a cell to its place in the notebook, from 1. */
type Places = ReadonlyMap<string, number>;

/**
 * Finds the cells that share their number with an earlier cell, as new kernels count from 1. Returns the same object
 * until something changes.
 */
export function createRepeatFinder(): (session: Session) => Places {
  let known: Places = new Map();
  return ({ cells }) => {
    const numbers = new Set<number>();
    const places = new Map<string, number>();
    for (const [index, { id, type, executionCount, status }] of cells.entries()) {
      if (type !== 'code' || executionCount === null || status === 'running') continue;
      if (numbers.has(executionCount)) places.set(id, index + 1);
      numbers.add(executionCount);
    }
    if (!isSame(known, places)) known = places;
    return known;
  };
}

function isSame(a: Places, b: Places): boolean {
  return a.size === b.size && [...b].every(([id, place]) => a.get(id) === place);
}
