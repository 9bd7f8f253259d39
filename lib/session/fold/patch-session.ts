/** Replaces one run, step or cell of a session; everything else keeps its identity. */
import type { Cell, Run, Session, Step } from '../session.ts';

function patchLast<T>(
  items: readonly T[],
  matches: (item: T) => boolean,
  patch: (item: T) => T,
): readonly T[] {
  const index = items.findLastIndex(matches);
  return index < 0 ? items : items.with(index, patch(items[index] as T));
}

export function patchRun(session: Session, runId: string, patch: (run: Run) => Run): Session {
  return { ...session, runs: patchLast(session.runs, (run) => run.id === runId, patch) };
}

export function patchStep(
  session: Session,
  at: { runId: string; step: number },
  patch: (step: Step) => Step,
): Session {
  return patchRun(session, at.runId, (run) => ({
    ...run,
    steps: patchLast(run.steps, (step) => step.index === at.step, patch),
  }));
}

export function patchCell(session: Session, cellId: string, patch: (cell: Cell) => Cell): Session {
  return { ...session, cells: patchLast(session.cells, (cell) => cell.id === cellId, patch) };
}
