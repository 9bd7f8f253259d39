/**
 * Which cells show what would come out otherwise today: since they ran, a person has run a cell again that gives what
 * they read, or has deleted it. A name comes from the nearest cell above that defines it.
 */
import { type CellNames, readPythonNames } from './python-names.ts';
import type { Cell, CellChange, Session } from './session.ts';

/** Names that changed, by id of the cell that read them. */
export type StaleCells = ReadonlyMap<string, readonly string[]>;

interface RanCell {
  readonly id: string;
  readonly order: number;
  readonly names: CellNames;
}

const NONE: StaleCells = new Map();

/** Remembers what it read of each source, for sessions that are asked about again and again. */
export function createStaleFinder(): (session: Session) => StaleCells {
  const known = new Map<string, CellNames>();

  function readNames(source: string): CellNames {
    const names = known.get(source) ?? readPythonNames(source);
    known.set(source, names);
    return names;
  }

  function toRanCell({ id, type, ranSource, ranOrder }: Cell): RanCell[] {
    const hasRun = type === 'code' && ranSource !== null && ranOrder !== null;
    return hasRun ? [{ id, order: ranOrder, names: readNames(ranSource) }] : [];
  }

  return ({ changes, cells, kernel }) => {
    const isPython = (kernel.info?.languageInfo.name ?? 'python') === 'python';
    // Runs alone add cells below all others: nothing above can change.
    if (changes.length === 0 || !isPython) return NONE;
    const present = new Set(cells.map(({ id }) => id));
    const isGone = ({ kind, cell }: CellChange) => kind === 'delete' && !present.has(cell.id);
    const deleted = changes.filter(isGone).flatMap(({ cell }) => toRanCell(cell));
    return findStale(cells.flatMap(toRanCell), deleted);
  };
}

function findStale(cells: readonly RanCell[], deleted: readonly RanCell[]): StaleCells {
  const stale = new Map<string, string[]>();
  const givers = new Map<string, RanCell>();
  for (const cell of cells) {
    const changed = [...cell.names.reads].filter((name) => {
      const giver = givers.get(name);
      const hasNewer = giver !== undefined && (giver.order > cell.order || stale.has(giver.id));
      return hasNewer || isOrphan(cell, name, cells, deleted);
    });
    if (changed.length > 0) stale.set(cell.id, changed);
    for (const name of cell.names.defines) givers.set(name, cell);
  }
  return stale;
}

/** Whether the cell that had given this one the name is deleted. */
function isOrphan(
  cell: RanCell,
  name: string,
  cells: readonly RanCell[],
  deleted: readonly RanCell[],
): boolean {
  const gave = ({ order, names }: RanCell) => order < cell.order && names.defines.has(name);
  const last = Math.max(0, ...deleted.filter(gave).map(({ order }) => order));
  return last > 0 && !cells.some((each) => gave(each) && each.order > last);
}
