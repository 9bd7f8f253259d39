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
  const known = new Map<string, { run: Run; cells: readonly Cell[]; section: RunSection }>();

  return (session) =>
    groupCells(session, (run, cells, followers) => {
      const all = cells.flatMap((cell) => [cell, ...(followers.get(cell.id) ?? [])]);
      const before = known.get(run.id);
      if (before && before.run === run && isSame(before.cells, all)) return before.section;
      const section = toRunSection(run, cells, followers);
      known.set(run.id, { run, cells: all, section });
      return section;
    });
}

function isSame(left: readonly Cell[], right: readonly Cell[]): boolean {
  return left.length === right.length && left.every((cell, index) => cell === right[index]);
}

export function groupCells(session: Session, toSection = toRunSection): (RunSection | CellSection)[] {
  const byRun = Map.groupBy(session.cells.filter(isOfRun), (cell) => cell.runId);
  const runs = new Map(session.runs.map((run) => [run.id, run]));
  const { followers, loose } = findFollowers(session.cells, byRun);
  return session.cells.flatMap((cell): (RunSection | CellSection)[] => {
    if (loose.has(cell)) return [{ kind: 'cell', cell }];
    const run = isOfRun(cell) ? runs.get(cell.runId ?? '') : undefined;
    const cells = byRun.get(cell.runId) ?? [];
    return run && cells[0] === cell ? [toSection(run, cells, followers)] : [];
  });
}

/** Whether the cell stands where its run put it. Others stand where the user put them. */
function isOfRun(cell: Cell): boolean {
  return cell.runId !== null && cell.role !== 'steer' && !cell.isMoved;
}

/** Users' cells in the middle of a run follow the run's cell before them; after its last, they stand for themselves. */
function findFollowers(cells: readonly Cell[], byRun: ReadonlyMap<string | null, readonly Cell[]>) {
  const followers = new Map<string, Cell[]>();
  const loose = new Set<Cell>();
  let anchor: Cell | null = null;
  for (const cell of cells) {
    if (isOfRun(cell)) anchor = cell;
    else if (anchor && (cell.role === 'steer' || byRun.get(anchor.runId)?.at(-1) !== anchor))
      followers.set(anchor.id, [...(followers.get(anchor.id) ?? []), cell]);
    else loose.add(cell);
  }
  return { followers, loose };
}

function toRunSection(
  run: Run,
  cells: readonly Cell[],
  followers: ReadonlyMap<string, readonly Cell[]>,
): RunSection {
  const withFollowers = (cell: Cell) => [cell, ...(followers.get(cell.id) ?? [])];
  const byStep = Map.groupBy(cells, (cell) => cell.step);
  const task = cells.find((cell) => cell.role === 'task') ?? null;
  const last = cells.findLast((cell) => cell.role === 'answer');
  const answer = last && isOvertaken(run, last.step) ? undefined : last;
  const isFirst = (cell: Cell) =>
    answer !== undefined && cell.step === answer.step && (cell === answer || cell.role === 'review');
  const groupsByStep = groupSteps(
    run,
    run.steps.map(({ index }) =>
      (byStep.get(index) ?? []).flatMap(withFollowers).filter((cell) => !isFirst(cell)),
    ),
  );
  return {
    kind: 'run',
    run,
    task,
    setup: [
      ...(task ? withFollowers(task).slice(1) : []),
      ...(byStep.get(null) ?? []).filter((cell) => cell !== task).flatMap(withFollowers),
    ],
    steps: run.steps.map((step, index) => ({ step, groups: groupsByStep[index] ?? [] })),
    answer: cells.filter(isFirst),
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
