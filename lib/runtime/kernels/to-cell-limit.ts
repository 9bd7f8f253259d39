import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import { type Cell, findRun, type Session } from '../../session/session.ts';

/** Wall time of a cell that runs again, milliseconds: one that the user gave more time needs it again. */
export function toCellLimit(session: Session, { runId, startedAt, endedAt }: Cell): number {
  const { limits = DEFAULT_LIMITS } = (runId === null ? null : findRun(session, runId)) ?? {};
  return Math.max(limits.cellTimeoutMs, 2 * ((endedAt ?? 0) - (startedAt ?? 0)));
}
