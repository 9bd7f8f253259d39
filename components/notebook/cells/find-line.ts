import type { Cell, Session } from '../../../lib/session/session.ts';
import type { MarkedLine } from '../../render/code/cell-lines.ts';

/**
 * The cell that ran under a number, as a traceback names it. Numbers start over with each kernel process: one of the
 * process that ran `from`, the cell with the traceback, is meant; of several the one run last. Null when it has run
 * again since, or is gone.
 */
export function findLine(
  session: Pick<Session, 'cells'>,
  from: string | null,
  { executionCount, line }: { executionCount: number; line: number },
): MarkedLine | null {
  const epoch = session.cells.find(({ id }) => id === from)?.kernelEpoch;
  const candidates = session.cells.filter(
    (cell) =>
      cell.type === 'code' &&
      cell.executionCount === executionCount &&
      (epoch === undefined || cell.kernelEpoch === epoch),
  );
  const found = candidates.toSorted((a, b) => (a.ranOrder ?? 0) - (b.ranOrder ?? 0)).at(-1);
  return found && hasLine(found, line) ? { cellId: found.id, line } : null;
}

function hasLine({ source }: Cell, line: number): boolean {
  return line >= 1 && line <= source.split('\n').length;
}
