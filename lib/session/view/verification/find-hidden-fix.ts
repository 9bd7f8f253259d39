/** How a name that a clean run did not find can be given again: by a change to the notebook that its log knows. */
import { readCode } from '../../cell-code.ts';
import { type Cell, type CellVersion, isHeldByRun, type Session } from '../../session.ts';
import { isOfFile } from '../../stale/find-file-outputs.ts';
import { isPython } from '../../stale/find-stale.ts';
import { readPythonNames } from '../../stale/name-uses.ts';
import { listDeletedCells } from '../cells/list-cell-versions.ts';

/**
 * - `put-back`: a deleted cell gave the name, and returns to its place.
 * - `restore`: a cell gave it in this version, and shows that version again.
 * - `move-up`: a cell below gives it, and moves to the place after `after`; null for the first place.
 */
export type HiddenFix = { readonly cellId: string; readonly source: string } & Way;

type Way =
  | { readonly kind: 'put-back' }
  | { readonly kind: 'restore'; readonly version: number }
  | { readonly kind: 'move-up'; readonly after: string | null };

/** A cell that would give the name, and when it did among all executions; {@link NEVER} where it did not. */
interface Giver {
  readonly fix: HiddenFix;
  readonly order: number;
}

const NEVER = -1;

/**
 * Of several cells that gave the name, the last one that ran before the cell that needs it. Null where a cell above gives
 * it now, where the log knows no cell that did, and during a run, which would refuse the change.
 */
export function findHiddenFix(session: Session, need: { name: string; cellId: string }): HiddenFix | null {
  const { cells, kernel } = session;
  const at = cells.findIndex(({ id }) => id === need.cellId);
  const needing = cells[at];
  if (!needing || !isPython(kernel) || isHeldByRun(session)) return null;
  const gives = createGiving(need.name);
  if (cells.slice(0, at).some(gives)) return null;
  const limit = needing.ranOrder ?? Number.POSITIVE_INFINITY;
  const below = cells
    .slice(at + 1)
    .filter((cell) => gives(cell) && isLoose(cell) && canMoveTo(cells, cell, at));
  const after = cells[at - 1]?.id ?? null;
  const givers: Giver[] = [
    ...below.map((cell) => toGiver({ kind: 'move-up', after }, cell, limit)),
    ...listDeletedCells(session)
      .filter(gives)
      .map((cell) => toGiver({ kind: 'put-back' }, cell, limit)),
    ...cells.filter((cell) => !gives(cell)).flatMap((cell) => listEarlier(cell, gives, limit)),
  ];
  return givers.toSorted((one, other) => other.order - one.order)[0]?.fix ?? null;
}

/** Whether the cell sets the name, rather than changing a value that another one has set. */
function createGiving(name: string): (cell: CellVersion) => boolean {
  return (cell) => {
    const source = readCode(cell);
    // A parser takes about a millisecond for a cell: only those that mention the name are read.
    if (cell.type !== 'code' || !source.includes(name)) return false;
    const { defines, reads } = readPythonNames(source);
    return defines.has(name) && !reads.has(name);
  };
}

/** Versions that ran and gave the name, of a cell that no longer gives it. */
function listEarlier(cell: Cell, gives: (version: CellVersion) => boolean, limit: number): Giver[] {
  return cell.versions.toReversed().flatMap((earlier) => {
    const { version, ranSource, status } = earlier;
    if (ranSource !== readCode(earlier) || status === 'running' || !gives(earlier)) return [];
    const upTo = { ...earlier, versions: cell.versions.slice(0, version) };
    return [toGiver({ kind: 'restore', version }, upTo, limit)];
  });
}

function toGiver(way: Way, cell: Cell, limit: number): Giver {
  const { id: cellId } = cell;
  const source = readCode(cell);
  const ran = [cell, ...cell.versions.toReversed()].filter(({ ranSource }) => ranSource === source);
  const orders = ran.map((each) => each.ranOrder ?? (isOfFile(each) ? 0 : NEVER));
  return { fix: { cellId, source, ...way }, order: orders.find((order) => order < limit) ?? NEVER };
}

/** A question, and what belongs to its start, cannot be moved. */
function isLoose({ role }: Cell): boolean {
  return role !== 'task' && role !== 'tools';
}

/** Whether the cell finds all it reads at that place, as far as it finds it where it is. */
function canMoveTo(cells: readonly Cell[], cell: Cell, at: number): boolean {
  const passed = cells.slice(at, cells.indexOf(cell));
  return [...readPythonNames(readCode(cell)).reads].every((name) => {
    const gives = createGiving(name);
    return !passed.some(gives) || cells.slice(0, at).some(gives);
  });
}
