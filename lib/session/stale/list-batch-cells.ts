/** Selects the cells that run when the user runs many, in the order of the notebook. */
import { readTags } from '../../notebook/read-tags.ts';
import type { BatchScope } from '../../protocol/cells/batch.ts';
import { isUndone, showStandingRun } from '../back-point.ts';
import { readCode } from '../cell-code.ts';
import { findLeft } from '../cell-versions.ts';
import { type Cell, findCell, isAlive, type Session } from '../session.ts';
import { createStaleFinder, isPython } from './find-stale.ts';
import { readPythonNames } from './name-uses.ts';

/**
 * Ids of the cells; none if the cell that `above`, `to`, and `below` refer to is not there. What was taken back stays so, except for
 * that cell, and with `below` for those under it, if it was taken back itself: then they run to have it all again.
 */
export function listBatchCells(session: Session, scope: BatchScope, cellId = ''): string[] {
  const isAgain = scope === 'below' && findCell(session, cellId)?.isTakenBack === true;
  const isMeant = (cell: Cell) => isAgain || cell.id === cellId || !isUndone(cell);
  const cells = listInScope(session, scope, cellId).filter((cell) => isToRun(cell, session.kernel.id));
  return cells.filter(isMeant).map(({ id }) => id);
}

function listInScope(session: Session, scope: BatchScope, cellId: string): readonly Cell[] {
  const { cells } = session;
  if (scope === 'stale') return withGivers(session, findOutdated(session));
  const index = cells.findIndex(({ id }) => id === cellId);
  const inScope = {
    all: cells,
    above: cells.slice(0, Math.max(0, index)),
    to: cells.slice(0, index + 1),
    below: index < 0 ? [] : cells.slice(index),
  };
  return inScope[scope];
}

/** These cells, and those above them that give what they read and that the present kernel has not run. */
function withGivers({ cells, kernel }: Session, ids: ReadonlySet<string>): Cell[] {
  if (!isPython(kernel)) return cells.filter(({ id }) => ids.has(id));
  const wanted = new Set<string>();
  const isMissing = (cell: Cell) =>
    cell.ranSource !== null && !isAlive(showStandingRun(cell), kernel.id) && !isUndone(cell);
  return cells
    .toReversed()
    .filter((cell) => {
      const isListed = ids.has(cell.id);
      if (!isListed && (wanted.size === 0 || !isCode(cell) || !isMissing(cell))) return false;
      const { reads, defines } = readPythonNames(readCode(cell));
      if (!isListed && ![...defines].some((name) => wanted.has(name))) return false;
      for (const name of defines) wanted.delete(name);
      for (const name of reads) wanted.add(name);
      return true;
    })
    .toReversed();
}

/** Cells whose code was changed since they ran, stale ones, and those that become stale when these have run. */
export function findOutdated(session: Session, findStale = createStaleFinder()): ReadonlySet<string> {
  const edited = session.cells.filter((cell) => cell.ranSource !== null && cell.ranSource !== readCode(cell));
  const run = { ranOrder: Number.POSITIVE_INFINITY, rebuilt: undefined, isTakenBack: undefined };
  const cells = session.cells.map((cell) =>
    edited.includes(cell) ? { ...cell, ...run, ranSource: readCode(cell) } : cell,
  );
  const stale = findStale({ ...session, cells });
  const undone = new Set(session.cells.filter(isUndone).map(({ id }) => id));
  const outdated = [...edited.filter(isCode).map(({ id }) => id), ...stale.keys()];
  return new Set(outdated.filter((id) => !undone.has(id)));
}

/** Whether all cells that had run have done so, and well, in the present kernel. */
export function hasRunAgain(session: Session): boolean {
  const kernelId = session.kernel.id;
  const hadRun = session.cells
    .map(showStandingRun)
    .filter((cell) => cell.kernelId !== null && !cell.isTakenBack && isToRun(cell, kernelId));
  return hadRun.length > 0 && hadRun.every((cell) => isAlive(cell, kernelId) && endedWell(cell));
}

/** As its run knew it or its file expects it, or without an error. */
export function endedWell(cell: Cell): boolean {
  const mayFail = isKnownError(cell) || hasTag(cell, 'raises-exception');
  return cell.status === 'ok' || (cell.status === 'error' && mayFail);
}

/** Whether its notebook file gave it this tag. */
function hasTag({ imported }: Cell, tag: string): boolean {
  return readTags(imported?.metadata ?? {}).includes(tag);
}

/** Given functions only where the kernel has lost them; of a run's code what it got to its end, or the user took up. */
function isToRun(cell: Cell, kernelId: string): boolean {
  if (cell.role === 'tools') return cell.type === 'code' && !isAlive(cell, kernelId);
  if (!isCode(cell) || cell.source.trim() === '' || hasTag(cell, 'skip-execution')) return false;
  const isTouched = cell.author === 'human' || findLeft(cell) !== cell;
  return isTouched || cell.status === 'ok' || cell.status === 'error';
}

function isCode({ type, role }: Cell): boolean {
  return type === 'code' && role === 'code';
}

/** An error that the run itself recovered from, as the model made it, is part of the story: what follows runs too. */
export function isKnownError(cell: Cell): boolean {
  const { author, status, source } = findLeft(cell);
  return author === 'agent' && status === 'error' && source === cell.source;
}
