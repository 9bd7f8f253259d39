/**
 * What a kernel runs again to have what an earlier one had: runs of cells, in the order in which they were made, whatever the
 * order of the notebook. Of each cell it is the last run, and of its earlier ones those that gave what a run between them read.
 */
import { findOrderIn, findStandingRun, listStandingRuns } from '../back-point.ts';
import { readCode } from '../cell-code.ts';
import type { CellNames } from '../cell-names.ts';
import { type Cell, type CellVersion, findCell, isAlive, type Session } from '../session.ts';
import { isPython } from './find-stale.ts';
import { readPythonNames } from './name-uses.ts';

interface PlacedRun {
  /** The cell as this run left it. */
  readonly run: CellVersion;
  /** Among `Session.executions`; of a cell that another agent ran, that of the cell above it. */
  readonly order: number;
  /** Whether it is the one that the cell has an effect by. */
  readonly isLast: boolean;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Runs that ended well and that the present kernel has not, given functions among them, for a rebuild in it. What was taken back
 * stays so. `version` says of which version of its cell each is.
 */
export function listRebuildRuns(session: Session): readonly CellVersion[] {
  const known = REBUILDS.get(session);
  if (known) return known;
  const { kernel } = session;
  const runs = placeRuns(session).filter(({ run }) => !isAlive(run, kernel.id));
  const picked = pickRuns(runs, session, new Set(kernel.names.map(({ name }) => name)));
  REBUILDS.set(session, picked);
  return picked;
}

/** A memo: notices ask for the list several times each time they are drawn. */
const REBUILDS = new WeakMap<Session, readonly CellVersion[]>();

/** Runs that ended well in the kernel of the cell's last run that has an effect, before that run; none where it never ran. */
export function listRunsBefore(session: Session, cellId: string): readonly CellVersion[] {
  const cell = findCell(session, cellId);
  const last = cell && findStandingRun(cell);
  const end = last && (last.rebuilt?.order ?? last.ranOrder);
  if (!last || end === null) return [];
  const { id } = session.kernel;
  const kernelId = isAlive(last, id) ? id : (last.rebuilt?.kernelId ?? last.heldBy ?? last.kernelId ?? id);
  // What another agent ran came into the kernel by value.
  const wasThere = (run: CellVersion) => run.kernelId === null || findOrderIn(run, kernelId) !== null;
  const isBefore = ({ run, order }: Omit<PlacedRun, 'isLast'>) => order < end && wasThere(run);
  return pickRuns(placeRuns(session, isBefore), session, NO_NAMES);
}

/** In the order of the notebook, those of one cell in the order in which they were made. */
function placeRuns(
  { cells }: Session,
  isWanted: (placed: Omit<PlacedRun, 'isLast'>) => boolean = () => true,
): PlacedRun[] {
  let above = 0;
  return cells.flatMap((cell) => {
    const runs = listRunsOf(cell).map((run) => ({ run, order: run.rebuilt?.order ?? run.ranOrder ?? above }));
    above = runs.at(-1)?.order ?? above;
    const wanted = runs.filter(isWanted);
    const placed = wanted.map((each, index) => ({ ...each, isLast: index === wanted.length - 1 }));
    return placed.filter(({ run }) => run.status === 'ok');
  });
}

/** Runs of the cell that were not taken back, up to the one that it shows. */
function listRunsOf(cell: Cell): CellVersion[] {
  if (cell.type !== 'code') return [];
  // Other agents ran it, in kernels of theirs.
  if (cell.ranOrder === null) return cell.status === 'ok' ? [cell] : [];
  return listStandingRuns(cell);
}

/** `present`: names that need no run, as the kernel has them. */
function pickRuns(
  runs: readonly PlacedRun[],
  { kernel }: Session,
  present: ReadonlySet<string>,
): readonly CellVersion[] {
  const inOrder = runs.toSorted((left, right) => left.order - right.order);
  if (inOrder.every(({ isLast }) => isLast)) return inOrder.map(({ run }) => run);
  // Of code that cannot be read, nothing says which earlier runs count: the notebook is the best order that there is.
  if (!isPython(kernel)) return runs.filter(({ isLast }) => isLast).map(({ run }) => run);
  const read = inOrder.map((each): ReadRun => ({ ...each, ...readNames(each.run, present) }));
  const wanted = new Set<string>();
  const givers = read.toReversed().filter(({ isLast, reads, defines }) => {
    if (defines.size === 0 || (!isLast && ![...defines].some((name) => wanted.has(name)))) return false;
    for (const name of defines) wanted.delete(name);
    for (const name of reads) wanted.add(name);
    return true;
  });
  const others = read.filter(({ isLast, defines }) => isLast && defines.size === 0);
  return others.reduce(placeReader, givers.toReversed()).map(({ run }) => run);
}

interface ReadRun extends PlacedRun, Pick<CellNames, 'reads' | 'defines'> {}

function readNames(run: CellVersion, present: ReadonlySet<string>) {
  const { reads, defines } = readPythonNames(run.ranSource ?? readCode(run));
  return { reads: new Set([...reads].filter((name) => !present.has(name))), defines };
}

/** What gives no name needs no earlier run: it comes when it came, or once what it reads is there. */
function placeReader(runs: readonly ReadRun[], reader: ReadRun): readonly ReadRun[] {
  const next = runs.findIndex(({ order }) => order > reader.order);
  const given = [...reader.reads].map((name) => runs.findIndex(({ defines }) => defines.has(name)) + 1);
  return runs.toSpliced(Math.max(next < 0 ? runs.length : next, ...given), 0, reader);
}
