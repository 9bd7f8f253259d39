/** Which cells under an answer have changed since it was written, so that its words may not fit them any more. */
import { findAuthorStep, findLeft, listLeft } from '../cell-versions.ts';
import type { Cell, CellVersion, Session } from '../session.ts';

/** The changed cells, by id of the answer. */
export type ChangedBasis = ReadonlyMap<string, readonly Cell[]>;

/** The same map as before while nothing in it changed; a cell is compared once. */
export function createBasisFinder(): (session: Session) => ChangedBasis {
  const known = new WeakMap<Cell, readonly string[]>();
  let last: ChangedBasis = new Map();

  function listRuns(cell: Cell): readonly string[] {
    const runIds = known.get(cell) ?? listRunsUnder(cell);
    known.set(cell, runIds);
    return runIds;
  }

  return ({ cells }) => {
    const changed = Map.groupBy(
      cells.flatMap((cell) => listRuns(cell).map((runId) => ({ cell, runId }))),
      ({ runId }) => runId,
    );
    const answers = changed.size === 0 ? [] : cells.filter(isOfModel);
    const next = answers.flatMap(({ id, runId }) => {
      const basis = changed.get(runId ?? '');
      return basis ? [[id, basis.map(({ cell }) => cell)] as const] : [];
    });
    if (!isSame(last, next)) last = new Map(next);
    return last;
  };
}

/** `Cells that this answer is based on have changed since: In [3], In [5].` */
export function describeChangedBasis(basis: readonly Cell[]): string {
  return `${BASIS_CHANGED} ${basis.map(nameBasis).join(', ')}.`;
}

export const BASIS_CHANGED = 'Cells that this answer is based on have changed since:';

export function nameBasis({ executionCount }: Cell): string {
  return `In [${executionCount ?? ' '}]`;
}

/** An answer that the user has written in is theirs. */
function isOfModel(cell: Cell): boolean {
  return cell.role === 'answer' && findLeft(cell).source === cell.source;
}

/** The runs that left the cell otherwise than it is now. */
function listRunsUnder(cell: Cell): string[] {
  const newestLast = listLeft(cell).toReversed();
  const byRun = new Map(newestLast.map((left) => [findAuthorStep(left).runId, left]));
  return [...byRun].flatMap(([runId, left]) => (runId !== null && isOther(cell, left) ? [runId] : []));
}

/** Whether it is other code than the run had, or gives another result. Cells that are gone leave what they gave. */
function isOther(cell: Cell, left: CellVersion): boolean {
  if (left === cell || left.type !== 'code' || left.role !== 'code') return false;
  if (cell.source.trim() !== left.source.trim()) return true;
  return cell.status !== 'running' && toResult(cell) !== toResult(left);
}

/** What is other each time: addresses of objects, and ids that are made up. */
const CHANCE = /0x[\da-f]+|[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}/gi;

/** What a cell came to, without warnings and progress. */
function toResult({ status, outputs }: CellVersion): string {
  let text = '';
  const rest: unknown[] = [];
  for (const output of outputs) {
    if (output.output_type === 'stream') text += output.name === 'stdout' ? output.text : '';
    else rest.push(output.output_type === 'error' ? [output.ename, output.evalue] : output.data);
  }
  return JSON.stringify([status, text, rest]).replaceAll(CHANCE, '');
}

function isSame(before: ChangedBasis, now: readonly (readonly [string, readonly Cell[]])[]): boolean {
  return (
    before.size === now.length &&
    now.every(([id, basis]) => {
      const known = before.get(id);
      return known?.length === basis.length && basis.every((cell, index) => cell === known[index]);
    })
  );
}
