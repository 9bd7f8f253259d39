/** A session's cells in the order in which users read them: as the page draws them, every fold open. */

import type { Cell, Session } from '../../session.ts';
import type { Figure } from './find-figures.ts';
import { groupCells } from './group-cells.ts';
import { listRunRows, type RunRow } from './list-run-rows.ts';

/** A cell, with the pictures that are next to it on the page; or, as null, the line that stands for the work. */
export interface ReadCell {
  readonly cell: Cell | null;
  readonly figures: readonly Figure[];
  /** For the line: how many of the cells after it are the work, those of the user among them too. */
  readonly workLength?: number;
  /** Its own in the session. */
  readonly key: string;
}

export function listReadingOrder(session: Session): ReadCell[] {
  return groupCells(session).flatMap((section) =>
    section.kind === 'cell' ? [toReadCell(section.cell)] : listRunCells(listRunRows(section, false)),
  );
}

/** The work gets a line only if there is an answer, and if cells belong to the work. */
function listRunCells(rows: readonly RunRow[]): ReadCell[] {
  const at = rows.findIndex(({ kind }) => kind === 'work');
  const before = rows.slice(0, Math.max(0, at)).flatMap(toReadCells);
  const work = rows.slice(at + 1).flatMap(toReadCells);
  const key = rows[at]?.key;
  const needsLine = work.length > 0 && rows.some(({ kind }) => kind === 'answer');
  const line = { cell: null, figures: [], workLength: work.length };
  return [...before, ...(needsLine && key !== undefined ? [{ ...line, key }] : []), ...work];
}

function toReadCells(row: RunRow): ReadCell[] {
  switch (row.kind) {
    case 'task':
      return [toReadCell(row.cell)];
    case 'answer':
      return [toReadCell(row.cell, row.figures)];
    case 'cell':
      return [...row.group.earlier, row.group.cell].map((cell) => toReadCell(cell));
    default:
      return [];
  }
}

function toReadCell(cell: Cell, figures: readonly Figure[] = []): ReadCell {
  return { cell, figures, key: cell.id };
}
