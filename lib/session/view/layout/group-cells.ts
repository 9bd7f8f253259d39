/** The session's cells in the order the page draws them: one section a run, cells outside runs between them. */

import type { Cell, Run, Session, Step } from '../../session.ts';
import { isOvertaken } from './find-drafts.ts';
import { type CellAttempts, groupAttempts } from './group-attempts.ts';

export interface RunSection {
  readonly kind: 'run';
  readonly run: Run;
  readonly task: Cell | null;
  /** Cells of the run that no step made, such as given functions. */
  readonly setup: readonly Cell[];
  readonly steps: readonly { readonly step: Step; readonly groups: readonly CellAttempts[] }[];
  /** The answer and what a review says of it, which are first and in no step. Empty until there is one. */
  readonly answer: readonly Cell[];
}

export interface CellSection {
  readonly kind: 'cell';
  readonly cell: Cell;
}

/** A section of a run that did not change is the same object as before. */
export function createCellGrouper(): (session: Session) => (RunSection | CellSection)[] {
  const known = new Map<string, { cells: readonly Cell[]; section: RunSection }>();

  function readSection(run: Run, cells: readonly Cell[]): RunSection {
    const before = known.get(run.id);
    if (before && before.section.run === run && isSame(before.cells, cells)) return before.section;
    const section = toRunSection(run, cells);
    known.set(run.id, { cells, section });
    return section;
  }

  return ({ cells, runs }) => {
    const runIds = findRunIds(cells);
    const byRun = Map.groupBy(cells, (cell) => runIds.get(cell));
    return cells.flatMap((cell): (RunSection | CellSection)[] => {
      const runId = runIds.get(cell) ?? null;
      if (runId === null) return [{ kind: 'cell', cell }];
      const ofRun = byRun.get(runId) ?? [];
      const run = ofRun[0] === cell && runs.find(({ id }) => id === runId);
      return run ? [readSection(run, ofRun)] : [];
    });
  };
}

function isSame(left: readonly Cell[], right: readonly Cell[]): boolean {
  return left.length === right.length && left.every((cell, index) => cell === right[index]);
}

/**
 * The run with which each cell is drawn. Users' cells in the middle of a run follow the run's cell before them; after its
 * last, they stand for themselves.
 */
function findRunIds(cells: readonly Cell[]): ReadonlyMap<Cell, string | null> {
  const last = new Map(cells.filter(isOfRun).map((cell) => [cell.runId, cell]));
  const runIds = new Map<Cell, string | null>();
  let anchor: Cell | null = null;
  for (const cell of cells) {
    if (isOfRun(cell)) anchor = cell;
    const isWithRun = cell === anchor || cell.role === 'steer' || last.get(anchor?.runId ?? null) !== anchor;
    runIds.set(cell, anchor && isWithRun ? anchor.runId : null);
  }
  return runIds;
}

/** Whether the cell stands where its run put it. Others stand where the user put them. */
function isOfRun(cell: Cell): boolean {
  return cell.runId !== null && cell.role !== 'steer' && !cell.isMoved;
}

/** `cells`: those of the run, each with the user's cells after it. */
function toRunSection(run: Run, cells: readonly Cell[]): RunSection {
  let current: number | null = null;
  const byStep = Map.groupBy(cells, (cell) => {
    if (isOfRun(cell)) current = cell.step;
    return current;
  });
  const own = cells.filter(isOfRun);
  const task = own.find((cell) => cell.role === 'task') ?? null;
  const last = own.findLast((cell) => cell.role === 'answer');
  const answer = last && !isOvertaken(run, last.step) ? last : null;
  const isFirst = (cell: Cell) => cell === answer || (cell.role === 'review' && cell.step === answer?.step);
  const groupsByStep = groupSteps(
    run,
    run.steps.map(({ index }) => (byStep.get(index) ?? []).filter((cell) => !isFirst(cell))),
  );
  return {
    kind: 'run',
    run,
    task,
    setup: (byStep.get(null) ?? []).filter((cell) => cell !== task),
    steps: run.steps.map((step, index) => ({ step, groups: groupsByStep[index] ?? [] })),
    answer: own.filter(isFirst),
  };
}

/** The cells of each step. A retried cell is in the step of its last attempt; in the current step, nothing is joined. */
function groupSteps(run: Run, cellsByStep: readonly (readonly Cell[])[]): CellAttempts[][] {
  const settled = run.outcome === null ? cellsByStep.slice(0, -1) : cellsByStep;
  const stepOf = new Map(cellsByStep.flatMap((cells, index) => cells.map((cell) => [cell, index] as const)));
  const groups = [
    ...groupAttempts(settled.flat()),
    ...cellsByStep.slice(settled.length).flatMap((cells) => groupAttempts(cells)),
  ];
  const byStep = Map.groupBy(groups, ({ cell }) => stepOf.get(cell) ?? 0);
  return cellsByStep.map((_, index) => byStep.get(index) ?? []);
}
