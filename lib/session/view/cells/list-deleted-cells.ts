import type { Cell, Session } from '../../session.ts';

/** Cells that were deleted and not restored, as they were then, the last deleted first; without empty ones. */
export function listDeletedCells({ cells, changes }: Session): Cell[] {
  const seen = new Set(cells.map(({ id }) => id));
  return changes.toReversed().flatMap(({ kind, cell }) => {
    if (kind !== 'delete' || seen.has(cell.id)) return [];
    seen.add(cell.id);
    return cell.source.trim() === '' && cell.outputs.length === 0 ? [] : [cell];
  });
}
