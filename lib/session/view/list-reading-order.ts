/** A session's cells in the order in which users read them: as the page draws them, every fold open. */

import type { Cell, Session } from '../session.ts';
import type { Figure } from './find-figures.ts';
import { groupCells } from './group-cells.ts';
import { listRunRows, type RunRow } from './list-run-rows.ts';

/** A cell, with the pictures that are next to it on the page; or, as null, the line that stands for the work. */
export interface ReadCell {
  readonly cell: Cell | null;
  readonly figures: readonly Figure[];
  /** Its own in the session. */
  readonly key: string;
}

export function listReadingOrder(session: Session): ReadCell[] {
  return groupCells(session).flatMap((section) =>
    section.kind === 'cell'
      ? [toReadCell(section.cell)]
      : keepWorkLine(listRunRows(section, false)).flatMap(toReadCells),
  );
}

/** Without an answer before it the work needs no line. */
function keepWorkLine(rows: readonly RunRow[]): readonly RunRow[] {
  return rows.some(({ kind }) => kind === 'answer') ? rows : rows.filter(({ kind }) => kind !== 'work');
}

function toReadCells(row: RunRow): ReadCell[] {
  switch (row.kind) {
    case 'task':
      return [toReadCell(row.cell)];
    case 'answer':
      return [toReadCell(row.cell, row.figures)];
    case 'cell':
      return [...row.group.earlier, row.group.cell].map((cell) => toReadCell(cell));
    case 'work':
      return [{ cell: null, figures: [], key: row.key }];
    default:
      return [];
  }
}

function toReadCell(cell: Cell, figures: readonly Figure[] = []): ReadCell {
  return { cell, figures, key: cell.id };
}
