/** The session's cells in the order the page draws them: one section a run, cells outside runs between them. */
import type { Cell, Run, Session, Step } from '../../lib/session/session.ts';

export interface RunSection {
  readonly kind: 'run';
  readonly run: Run;
  readonly task: Cell | null;
  /** Cells of the run that no step made, such as given functions. */
  readonly setup: readonly Cell[];
  readonly steps: readonly { readonly step: Step; readonly cells: readonly Cell[] }[];
}

export interface CellSection {
  readonly kind: 'cell';
  readonly cell: Cell;
}

export function groupCells(session: Session): (RunSection | CellSection)[] {
  const byId = new Map(session.cells.map((cell) => [cell.id, cell]));
  const byRun = Map.groupBy(session.cells, (cell) => cell.runId);
  const runs = new Map(session.runs.map((run) => [run.id, run]));
  return session.cells.flatMap((cell): (RunSection | CellSection)[] => {
    if (cell.runId === null) return [{ kind: 'cell', cell }];
    const run = runs.get(cell.runId);
    if (!run || byRun.get(cell.runId)?.[0] !== cell) return [];
    return [toRunSection(run, byRun.get(cell.runId) ?? [], byId)];
  });
}

function toRunSection(run: Run, cells: readonly Cell[], byId: ReadonlyMap<string, Cell>): RunSection {
  return {
    kind: 'run',
    run,
    task: cells.find((cell) => cell.role === 'task') ?? null,
    setup: cells.filter((cell) => cell.role !== 'task' && cell.step === null),
    steps: run.steps.map((step) => ({
      step,
      cells: step.cellIds.flatMap((id) => byId.get(id) ?? []),
    })),
  };
}
