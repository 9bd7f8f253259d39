/** What the versions of a cell tell of it: how its authors left it, and what the kernel has of it. */
import { readCode } from './cell-code.ts';
import {
  type Cell,
  type CellVersion,
  findEvenDeleted,
  indexCells,
  type Session,
  type Step,
} from './session.ts';

/** The cell as it was in this version; null if it never was in it. */
export function findCellVersion(cell: Cell, version: number): CellVersion | null {
  return version === cell.version ? cell : (cell.versions[version] ?? null);
}

/** The cell as it is, and as it was before each replacement by the agent, newest first. */
export function listVersions(cell: Cell): CellVersion[] {
  return groupByAuthor(cell).flatMap((versions) => versions.at(-1) ?? []);
}

/**
 * The cell as its file or its run left it, and each run that replaced its code, newest first: what the model saw. The user
 * changes cells and runs them again after that. The last one is the cell itself while the user has done neither.
 */
export function listLeft(cell: Cell): readonly CellVersion[] {
  const known = LEFT.get(cell);
  if (known) return known;
  const left = groupByAuthor(cell).flatMap((versions) => {
    const taken = versions.findIndex(isTakenOver);
    return versions[taken - 1] ?? versions.at(-1) ?? [];
  });
  LEFT.set(cell, left);
  return left;
}

/** A memo: a prompt asks for the cells of all steps, which have not changed since the last prompt. */
const LEFT = new WeakMap<Cell, readonly CellVersion[]>();

/** The cell as the last of them left it. */
export function findLeft(cell: Cell): CellVersion {
  return listLeft(cell)[0] ?? cell;
}

/** A cell as its run left it or its file held it, whatever was done to it since, including deletion. */
export function findOriginal(session: Session, cellId: string): CellVersion | null {
  const cell = findEvenDeleted(session, cellId);
  return cell && (listLeft(cell).at(-1) ?? null);
}

/** The code cells that a step wrote, each as the step left it, whatever was done to it since. */
export function listStepCells(
  session: Session,
  runId: string,
  { index, cellIds }: Step,
  cells = indexCells(session),
): CellVersion[] {
  const isOfStep = (version: CellVersion) => {
    const by = findAuthorStep(version);
    return by.runId === runId && by.step === index;
  };
  return cellIds.flatMap((id) => {
    const cell = cells.get(id) ?? findEvenDeleted(session, id);
    const left = cell && listLeft(cell).find(isOfStep);
    return left?.type === 'code' ? [left] : [];
  });
}

/** The step whose code the cell has; null for the user's, and for a cell that no step made. */
export function findAuthorStep({ edit, runId, step }: CellVersion): Pick<Cell, 'runId' | 'step'> {
  return edit ?? { runId, step };
}

/** What a kernel last ran of the cell, also in a rebuild; null where it has not run here. `order` counts {@link Session.executions}. */
export function findLastRun(cell: Cell): { order: number; source: string } | null {
  let last: { order: number; source: string } | null = null;
  for (const version of [...cell.versions, cell]) {
    const { rebuilt, ranOrder, ranSource } = version;
    const order = rebuilt?.order ?? ranOrder ?? 0;
    if (order > (last?.order ?? 0)) last = { order, source: ranSource ?? readCode(version) };
  }
  return last;
}

/** Whether the cell was reverted and shows an earlier run: the kernel has the variables of the last one. */
export function showsEarlierRun(cell: Cell): boolean {
  const last = findLastRun(cell)?.order;
  return last !== undefined && last !== (cell.rebuilt?.order ?? cell.ranOrder);
}

/** All versions, the newest group first: each replacement by the agent begins one. */
function groupByAuthor(cell: Cell): CellVersion[][] {
  const groups: CellVersion[][] = [[]];
  for (const version of [...cell.versions, cell]) {
    if (version.made.as === 'replace') groups.unshift([]);
    groups[0]?.push(version);
  }
  return groups;
}

/** Whether the user made it of what a run or a file had left. */
function isTakenOver({ made, runId, imported, edit, isRunByUser }: CellVersion): boolean {
  if (runId === null && !imported && !edit) return false;
  return made.as === 'run' ? isRunByUser === true : ['edit', 'revert', 'clear'].includes(made.as);
}
