/** A kernel that is again what it was before it ran a cell: what had run by then is in it, and what ran later is not. */
import type { KernelBack } from '../../protocol/kernel/take-back.ts';
import { findBackPoint, findOrderIn, findStandingRun } from '../back-point.ts';
import { withoutNames } from '../kernel-names.ts';
import { type Cell, type CellVersion, findCell, type Session } from '../session.ts';

/** `session` has the new kernel already, whose names are not known yet. Where the cell is not known, all is lost. */
export function goBack(before: Session, session: Session, back: KernelBack): Session {
  const point = findBackPoint(before, back.cellId);
  if (!point) return session;
  const { kernel, kernels } = session;
  const from = kernels.findIndex(({ id }) => id === point.kernelId);
  if (from < 0) return session;
  const hold = <Version extends CellVersion>(cell: Version): Version => {
    const order = findOrderIn(cell, point.kernelId);
    if (order !== null && order < point.order) return { ...cell, heldBy: kernel.id };
    const isUndone = kernels.slice(from, -1).some(({ id }) => findOrderIn(cell, id) !== null);
    return isUndone ? { ...cell, isTakenBack: true } : cell;
  };
  const holdAll = (cell: Cell): Cell => ({ ...hold(cell), versions: cell.versions.map(hold) });
  const forkOf = kernels[from]?.forkOf;
  // What went with the kernels in between was taken back, or is here again.
  const gone = kernels.slice(from, -2).flatMap(({ loss }) => loss?.names ?? []);
  const lostNames = withoutNames(before.kernel.lostNames, gone);
  const lost = from < kernels.length - 2 && lostNames.length === 0 ? null : before.kernel.lost;
  return {
    ...session,
    cells: session.cells.map(holdAll),
    changes: session.changes.map((change) => ({ ...change, cell: holdAll(change.cell) })),
    kernel: { ...kernel, lost, lostNames },
    kernels: kernels.with(-1, {
      id: kernel.id,
      parent: point.kernelId,
      loss: null,
      back,
      ...(forkOf === undefined ? {} : { forkOf }),
    }),
  };
}

/** The cells whose effect went with a kernel that was not kept, and that do not run again. */
export function markTakenBack(session: Session, cellId: string): Session {
  const point = findCell(session, cellId);
  const end = point && findOrder(findStandingRun(point));
  if (end === null) return session;
  const mark = <Version extends CellVersion>(version: Version): Version =>
    (findOrder(version) ?? 0) >= end ? { ...version, isTakenBack: true } : version;
  const cells = session.cells.map((cell) => ({ ...mark(cell), versions: cell.versions.map(mark) }));
  return { ...session, cells };
}

function findOrder({ rebuilt, ranOrder }: CellVersion): number | null {
  return rebuilt?.order ?? ranOrder;
}
