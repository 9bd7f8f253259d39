/** The history of cells: versions worth looking at, each with the outputs it showed, and cells that were deleted. */
import { isSameLanguage, readCode } from '../../cell-code.ts';
import { type Cell, type CellVersion, findEvenDeleted, type Session } from '../../session.ts';

/**
 * The newest first; none for a cell that never was. Left out are versions that were only on the way to the next: text
 * that was run at once, text that was empty, and a version that shows the same as the one after it.
 */
export function listCellVersions(session: Session, cellId: string): CellVersion[] {
  const cell = findEvenDeleted(session, cellId);
  const shown: CellVersion[] = [];
  for (const version of cell ? [cell, ...cell.versions.toReversed()] : []) {
    const later = shown.at(-1);
    if (!later || !isOnTheWay(version, later)) shown.push(version);
  }
  return shown;
}

function isOnTheWay(cell: CellVersion, later: CellVersion): boolean {
  if (cell.source.trim() === '' && cell.outputs.length === 0) return true;
  if (cell.source !== later.source || !isSameLanguage(cell.language, later.language)) return false;
  if (cell.type !== later.type || later.made.as === 'revert') return false;
  // Its outputs were removed.
  if (cell.outputs.length > 0 && later.outputs.length === 0 && cell.ranOrder === later.ranOrder) return false;
  // Its text ran as the later one: what it shows itself is that of the version before.
  return cell.ranOrder === later.ranOrder || cell.ranSource !== readCode(cell);
}

/** Cells that were deleted and not restored, as they were then, the last deleted first; without empty ones. */
export function listDeletedCells({ cells, changes }: Session): Cell[] {
  const seen = new Set(cells.map(({ id }) => id));
  return changes.toReversed().flatMap(({ kind, cell }) => {
    if (kind !== 'delete' || seen.has(cell.id)) return [];
    seen.add(cell.id);
    return cell.source.trim() === '' && cell.outputs.length === 0 ? [] : [cell];
  });
}
