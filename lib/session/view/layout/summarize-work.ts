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
  const fixed = code.filter(({ cell }) => cell.status === 'ok').flatMap(listAttempts);
  return {
    cells: code.length,
    durationMs: code.flatMap(listAttempts).reduce((total, cell) => total + toDuration(cell), 0),
    errorsFixed: fixed.filter(hasFailed).length,
    errors: code.filter(({ cell }) => hasFailed(cell)).length,
    refused: code.filter(({ cell }) => isRefused(cell)).length,
  };
}

/** The cell, earlier attempts, and what these cells were before the agent replaced their code. */
function listAttempts({ earlier, cell }: CellAttempts): CellVersion[] {
  return [...earlier, cell].filter(isCode).flatMap(listVersions);
}

function hasFailed({ status }: CellVersion): boolean {
  return FAILURES.includes(status);
}

function isCode({ type, role }: CellVersion): boolean {
  return type === 'code' && role !== 'tools';
}

function toDuration({ startedAt, endedAt }: CellVersion): number {
  return startedAt === null || endedAt === null ? 0 : endedAt - startedAt;
}
