import type { CellVersion } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';

/** How a model is shown the ID by which it can replace the code of a cell. */
export function tellCellId({ id }: CellVersion): string {
  return `(cell ${toShortCellId(id)})`;
}

/** How a model is shown which cell an output is of: `outputs()` takes either. */
export function nameObserved(cell: CellVersion): string {
  const number = cell.executionCount === null ? '' : `In [${cell.executionCount}] `;
  const named = cell.language ? `, the data frame ${cell.language.resultName}` : '';
  return number + tellCellId(cell) + named;
}

/** How the fence around the code of a cell is labeled; `fence`: for code of the kernel's language. */
export function labelCode({ language }: CellVersion, fence: string): string {
  if (!language) return fence;
  const { connection, resultName } = language;
  return `sql result=${resultName}${connection === undefined ? '' : ` connection=${connection}`}`;
}
