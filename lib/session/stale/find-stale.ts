/**
 * Which cells show what would come out otherwise today: since they ran, a cell that gives what they read was run again,
 * or the user has deleted it. A name comes from the nearest cell above that defines it. Cells of a notebook file that
 * have not run here ran before all that have.
 */

import { findStandingRun } from '../back-point.ts';
import type { CellNames } from '../cell-names.ts';
import { findLastRun } from '../cell-versions.ts';
import type { KernelState } from '../kernel-state.ts';
import type { Cell, CellChange, Session } from '../session.ts';
import { isOfFile } from './find-file-outputs.ts';
import { readPythonNames } from './name-uses.ts';

/** Names that changed, by id of the cell that read them. */
export type StaleCells = ReadonlyMap<string, readonly string[]>;

interface RanCell {
  readonly id: string;
  /** 0 for a cell that only the program that wrote its file has run. */
  readonly order: number;
  readonly source: string;
}

/** Cells that ran, from top to bottom, and those that ran and were deleted. */
interface RanCells {
  readonly ran: readonly RanCell[];
  readonly deleted: readonly RanCell[];
  /** The code that ran, also that of earlier versions. */
  readonly sources: ReadonlySet<string>;
}

/** Names by source. What is read is added: reading takes a parser about a millisecond. */
type KnownNames = Map<string, CellNames>;

const NONE: StaleCells = new Map();
/** Sources whose names are remembered. */
const MAX_KNOWN = 5_000;

/** Remembers what it read of each source, for sessions that are asked about again and again. */
export function createStaleFinder(): (session: Session) => StaleCells {
  const known: KnownNames = new Map();
  let last: (RanCells & { readonly stale: StaleCells }) | null = null;
  return (session) => {
    const cells = listRanCells(session);
    if (!cells) return NONE;
    if (known.size > MAX_KNOWN) known.clear();
    const isUnchanged = last && isSame(last.ran, cells.ran) && isSame(last.deleted, cells.deleted);
    const stale = last && isUnchanged ? last.stale : findStale(cells, known);
    last = { ...cells, stale };
    return stale;
  };
}

/** The stale cells and the next `codeNames`, for the fold, which remembers the names in the session itself. */
export function findStaleCells(session: Session): { stale: StaleCells; codeNames: Session['codeNames'] } {
  const { codeNames } = session;
  const cells = listRanCells(session);
  if (!cells) return { stale: NONE, codeNames };
  const known: KnownNames = new Map(codeNames);
  const stale = findStale(cells, known);
  return { stale, codeNames: known.size === codeNames.size ? codeNames : known };
}

function readNames({ source }: Pick<RanCell, 'source'>, known: KnownNames): CellNames {
  const names = known.get(source) ?? readPythonNames(source);
  known.set(source, names);
  return names;
}

/** Null when nothing can be stale. */
function listRanCells({ changes, cells, kernel }: Session): RanCells | null {
  // Runs that replace no code add cells below all others: nothing above can change.
  const isAppended = changes.length === 0 && cells.every(({ edit }) => edit === undefined);
  if (isAppended || !isPython(kernel)) return null;
  const present = new Set(cells.map(({ id }) => id));
  const isGone = ({ kind, cell }: CellChange) => kind === 'delete' && !present.has(cell.id);
  const gone = changes.filter(isGone).map(({ cell }) => cell);
  const sources = new Set([...cells, ...gone].flatMap(listSources));
  return { ran: cells.flatMap(toRanCell), deleted: gone.flatMap(toRanCell), sources };
}

function listSources(cell: Cell): string[] {
  const ran = [...cell.versions, cell].filter(({ type }) => type === 'code');
  return ran.flatMap(({ ranSource }) => ranSource ?? []);
}

/** Names are known only of Python; a kernel that has not started may be one. */
export function isPython({ info }: KernelState): boolean {
  return (info?.languageInfo.name ?? 'python') === 'python';
}

function toRanCell(cell: Cell): RanCell[] {
  const { id, type, ranSource, ranOrder } = cell;
  const run = findStandingRun(cell);
  // Nothing reads what was taken back.
  if (run.isTakenBack) return [];
  const last = findLastRun(run === cell ? cell : { ...run, versions: cell.versions.slice(0, run.version) });
  // The cell may show an earlier run, but others read what its last run left.
  if (last) return type === 'code' || last.order !== ranOrder ? [{ id, ...last }] : [];
  return type === 'code' && ranSource !== null && isOfFile(cell) ? [{ id, order: 0, source: ranSource }] : [];
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
function findStale(cells: RanCells, known: KnownNames): StaleCells {
  const { ran, deleted, sources } = cells;
  const stale = new Map<string, string[]>();
  /** The cell that gives a name, for names whose giver is stale, or newer than a cell below it. */
  const givers = new Map<string, RanCell>();
  const orphans = new Set(deleted.flatMap((cell) => [...readNames(cell, known).defines]));
  const newer = findNewer(ran);
  for (const cell of ran) {
    const isConcerned = mentions(cell, givers.keys(), known) || mentions(cell, orphans, known);
    if (!newer.has(cell) && !isConcerned) continue;
    const { reads, defines } = readNames(cell, known);
    const changed = [...reads].filter((name) => {
      const giver = givers.get(name);
      const hasNewer = giver !== undefined && (giver.order > cell.order || stale.has(giver.id));
      if (hasNewer && !isOneImport(name, sources, known)) return true;
      return orphans.has(name) && isOrphan(cell, name, cells, known);
    });
    if (changed.length > 0) stale.set(cell.id, changed);
    for (const name of defines) {
      if (newer.has(cell) || changed.length > 0) givers.set(name, cell);
      else givers.delete(name);
    }
  }
  return stale;
}

/** Cells that ran after one that is below them. */
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

/** Whether the cell reads or defines one of the names; whether its text contains one, as long as its names are unknown. */
function mentions({ source }: RanCell, names: Iterable<string>, known: KnownNames): boolean {
  const own = known.get(source);
  for (const name of names)
    if (own ? own.reads.has(name) || own.defines.has(name) : source.includes(name)) return true;
  return false;
}

/** Whether all that ever gave the name imported the same: another import of it changes nothing. */
function isOneImport(name: string, sources: ReadonlySet<string>, known: KnownNames): boolean {
  const imported = new Set<string | null>();
  for (const source of sources) {
    // Its import may give other values then.
    if (/reload/.test(source)) return false;
    if (!source.includes(name)) continue;
    const { defines, imports } = readNames({ source }, known);
    if (defines.has(name)) imported.add(imports.get(name) ?? null);
  }
  return imported.size === 1 && !imported.has(null);
}

/** Whether the cell that had given this one the name is deleted. */
function isOrphan(cell: RanCell, name: string, { ran, deleted }: RanCells, known: KnownNames): boolean {
  const gave = (each: RanCell) =>
    each.order < cell.order && each.source.includes(name) && readNames(each, known).defines.has(name);
  const last = Math.max(0, ...deleted.filter(gave).map(({ order }) => order));
  return last > 0 && !ran.some((each) => each.order > last && gave(each));
}
