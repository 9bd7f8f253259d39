/** What a run's code came to, for the line that stands for it: `3 cells · 2.1 s · 1 error fixed`. */

import type { Cell } from '../session.ts';
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
}

const FAILURES: readonly Cell['status'][] = ['error', 'timed-out', 'kernel-died'];

export function summarizeWork(groups: readonly CellAttempts[]): WorkSummary {
  const code = groups.filter(({ cell }) => isCode(cell));
  const attempts = code.flatMap(({ earlier, cell }) => [...earlier.filter(isCode), cell]);
  const fixed = code.flatMap(({ cell, earlier }) => (cell.status === 'ok' ? earlier.filter(isCode) : []));
  return {
    cells: code.length,
    durationMs: attempts.reduce((total, cell) => total + toDuration(cell), 0),
    errorsFixed: fixed.length,
    errors: code.filter(({ cell }) => FAILURES.includes(cell.status)).length,
  };
}

function isCode({ type, role }: Cell): boolean {
  return type === 'code' && role !== 'tools';
}

function toDuration({ startedAt, endedAt }: Cell): number {
  return startedAt === null || endedAt === null ? 0 : endedAt - startedAt;
}
