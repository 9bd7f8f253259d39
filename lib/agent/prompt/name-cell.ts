import type { CellVersion } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';

/** How a model is shown the ID by which it can replace the code of a cell. */
export function tellCellId({ id }: CellVersion): string {
  return `(cell ${toShortCellId(id)})`;
}

/** How a model is shown which cell an output is of: `outputs()` takes either. */
export function nameObserved(cell: CellVersion): string {
  const number = cell.executionCount === null ? '' : `In [${cell.executionCount}] `;
  return number + tellCellId(cell);
}
