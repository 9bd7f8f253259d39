/** Which cells show what a notebook file brought although the notebook above them is not that of the file any more. */
import { findLastRun, listLeft } from '../cell-versions.ts';
import type { Cell, CellVersion, Session } from '../session.ts';

/** Ids of cells with outputs of the file, below a code cell that has run here with other code than the file has. */
export function findFileOutputs({ imported, cells }: Session): ReadonlySet<string> {
  const first = imported ? cells.findIndex(ranOtherwise) : -1;
  if (first < 0) return new Set();
  const below = cells.slice(first + 1).filter((cell) => isOfFile(cell) && cell.outputs.length > 0);
  return new Set(below.map(({ id }) => id));
}

/** Whether what the cell shows is of its file: it has not run here in this version. */
export function isOfFile({ imported, ranOrder }: CellVersion): boolean {
  return imported !== undefined && ranOrder === null;
}

function ranOtherwise(cell: Cell): boolean {
  const last = findLastRun(cell);
  if (cell.type !== 'code' || !last) return false;
  return !cell.imported || last.source !== listLeft(cell).at(-1)?.source;
}
