/** What a run's code came to, for the line that stands for it: `3 cells · 2.1 s · 1 error fixed`. */

import { listVersions } from '../../cell-versions.ts';
import { isRefused } from '../../said.ts';
import type { Cell, CellVersion } from '../../session.ts';
import type { CellAttempts } from './group-attempts.ts';

export interface WorkSummary {
  /** A cell counts once, however many attempts it took. */
  readonly cells: number;
  /** How long their code ran, all attempts. */
  readonly durationMs: number;
  /** Attempts that failed and were fixed. */
  readonly errorsFixed: number;
  /** Cells that failed and were not. */
  readonly errors: number;
  /** Cells that the user refused. */
  readonly refused: number;
}

const FAILURES: readonly Cell['status'][] = ['error', 'timed-out', 'kernel-died'];

export function summarizeWork(groups: readonly CellAttempts[]): WorkSummary {
  const code = groups.filter(({ cell }) => isCode(cell));
  const attempts = code.flatMap(({ earlier, cell }) =>
    [...earlier, cell].filter(isCode).flatMap(listVersions),
  );
  const fixed = code.flatMap(({ cell, earlier }) => (cell.status === 'ok' ? listFailed(cell, earlier) : []));
  return {
    cells: code.length,
    durationMs: attempts.reduce((total, cell) => total + toDuration(cell), 0),
    errorsFixed: fixed.length,
    errors: code.filter(({ cell }) => FAILURES.includes(cell.status)).length,
    refused: code.filter(({ cell }) => isRefused(cell)).length,
  };
}

/** Earlier attempts, and what the cell was before the agent replaced its code. */
function listFailed(cell: Cell, earlier: readonly Cell[]): CellVersion[] {
  const replaced = [...earlier, cell].flatMap((each) => listVersions(each).slice(1));
  return [...earlier.filter(isCode), ...replaced.filter(({ status }) => FAILURES.includes(status))];
}

function isCode({ type, role }: CellVersion): boolean {
  return type === 'code' && role !== 'tools';
}

function toDuration({ startedAt, endedAt }: CellVersion): number {
  return startedAt === null || endedAt === null ? 0 : endedAt - startedAt;
}
