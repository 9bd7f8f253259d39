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
  readonly source: string;
}

type ReadNames = (cell: RanCell) => CellNames;

const NONE: StaleCells = new Map();
/** Sources whose names are remembered. */
const MAX_KNOWN = 5_000;

/** Remembers what it read of each source, for sessions that are asked about again and again. */
export function createStaleFinder(): (session: Session) => StaleCells {
  const known = new Map<string, CellNames>();
  let last: { ran: RanCell[]; deleted: RanCell[]; stale: StaleCells } | null = null;

  function readNames({ source }: RanCell): CellNames {
    const names = known.get(source) ?? readPythonNames(source);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(source, names);
    return names;
  }

  return ({ changes, cells, kernel }) => {
    const isPython = (kernel.info?.languageInfo.name ?? 'python') === 'python';
    // Runs alone add cells below all others: nothing above can change.
    if (changes.length === 0 || !isPython) return NONE;
    const ran = cells.flatMap(toRanCell);
    const present = new Set(cells.map(({ id }) => id));
    const isGone = ({ kind, cell }: CellChange) => kind === 'delete' && !present.has(cell.id);
    const deleted = changes.filter(isGone).flatMap(({ cell }) => toRanCell(cell));
    const isAsBefore = last && isSame(last.ran, ran) && isSame(last.deleted, deleted);
    const stale = last && isAsBefore ? last.stale : findStale(ran, deleted, readNames);
    last = { ran, deleted, stale };
    return stale;
  };
}

function toRanCell({ id, type, ranSource, ranOrder }: Cell): RanCell[] {
  const hasRun = type === 'code' && ranSource !== null && ranOrder !== null;
  return hasRun ? [{ id, order: ranOrder, source: ranSource }] : [];
}

/** A cell that ran again has another order. */
function isSame(left: readonly RanCell[], right: readonly RanCell[]): boolean {
  const isEqual = ({ id, order, source }: RanCell, index: number) => {
    const other = right[index];
    return other?.id === id && other.order === order && other.source === source;
  };
  return left.length === right.length && left.every(isEqual);
}

/** Reads the names of few cells in most sessions: of those that may give a changed name, and those that mention one. */
function findStale(cells: readonly RanCell[], deleted: readonly RanCell[], readNames: ReadNames): StaleCells {
  const stale = new Map<string, string[]>();
  /** Of names whose giver is stale, or newer than a cell below it. */
  const givers = new Map<string, RanCell>();
  const orphans = new Set(deleted.flatMap((cell) => [...readNames(cell).defines]));
  const newer = findNewer(cells);
  for (const cell of cells) {
    const isNewer = newer.has(cell);
    if (!isNewer && !mentions(cell, givers.keys()) && !mentions(cell, orphans)) continue;
    const { reads, defines } = readNames(cell);
    const changed = [...reads].filter((name) => {
      const giver = givers.get(name);
      const hasNewer = giver !== undefined && (giver.order > cell.order || stale.has(giver.id));
      return hasNewer || (orphans.has(name) && isOrphan(cell, name, cells, deleted, readNames));
    });
    if (changed.length > 0) stale.set(cell.id, changed);
    for (const name of defines) {
      if (isNewer || changed.length > 0) givers.set(name, cell);
      else givers.delete(name);
    }
  }
  return stale;
}

/** Cells that ran after one that stands below them. */
function findNewer(cells: readonly RanCell[]): Set<RanCell> {
  let oldest = Number.POSITIVE_INFINITY;
  return new Set(
    cells.toReversed().filter(({ order }) => {
      const isNewer = order > oldest;
      oldest = Math.min(oldest, order);
      return isNewer;
    }),
  );
}

function mentions({ source }: RanCell, names: Iterable<string>): boolean {
  for (const name of names) if (source.includes(name)) return true;
  return false;
}

/** Whether the cell that had given this one the name is deleted. */
function isOrphan(
  cell: RanCell,
  name: string,
  cells: readonly RanCell[],
  deleted: readonly RanCell[],
  readNames: ReadNames,
): boolean {
  const gave = (each: RanCell) =>
    each.order < cell.order && each.source.includes(name) && readNames(each).defines.has(name);
  const last = Math.max(0, ...deleted.filter(gave).map(({ order }) => order));
  return last > 0 && !cells.some((each) => each.order > last && gave(each));
}
