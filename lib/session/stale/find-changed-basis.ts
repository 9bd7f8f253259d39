/** Which cells under an answer have changed since it was written, so that its words may not fit them any more. */
import { findAuthorStep, findLeft, listLeft } from '../cell-versions.ts';
import type { Cell, CellVersion, Session } from '../session.ts';

/** The changed cells, by id of the answer. */
export type ChangedBasis = ReadonlyMap<string, readonly BasisCell[]>;

type BasisCell = Pick<Cell, 'id' | 'executionCount'>;

export function findChangedBasis({ cells }: Session): ChangedBasis {
  const changed = Map.groupBy(
    cells.flatMap((cell) => listRunsUnder(cell).map((runId) => ({ cell, runId }))),
    ({ runId }) => runId,
  );
  const answers = changed.size === 0 ? [] : cells.filter(isOfModel);
  return new Map(
    answers.flatMap(({ id, runId }) => {
      const basis = changed.get(runId ?? '')?.map(({ cell }) => cell);
      return basis ? [[id, basis.map(({ id, executionCount }) => ({ id, executionCount }))]] : [];
    }),
  );
}

/** `Cells that this answer is based on have changed since: In [3], In [5].` */
export function describeChangedBasis(basis: readonly BasisCell[]): string {
  return `${BASIS_CHANGED} ${basis.map(nameBasis).join(', ')}.`;
}

export const BASIS_CHANGED = 'Cells that this answer is based on have changed since:';

export function nameBasis({ executionCount }: BasisCell): string {
  return `In [${executionCount ?? ' '}]`;
}

/** An answer that the user has written in is theirs. */
function isOfModel(cell: Cell): boolean {
  return cell.role === 'answer' && findLeft(cell).source === cell.source;
}

/** The runs that left the cell otherwise than it is now. */
function listRunsUnder(cell: Cell): readonly string[] {
  const known = RUNS_UNDER.get(cell);
  if (known) return known;
  const newestLast = listLeft(cell).toReversed();
  const byRun = new Map(newestLast.map((left) => [findAuthorStep(left).runId, left]));
  const runIds = [...byRun].flatMap(([id, left]) => (id !== null && isOther(cell, left) ? [id] : []));
  RUNS_UNDER.set(cell, runIds);
  return runIds;
}

/** A memo: the page asks with every event, and a cell's outputs are compared once. */
const RUNS_UNDER = new WeakMap<Cell, readonly string[]>();

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
