/** Whether the work of a run can be repeated, before its answer is given: as long as that takes no longer than the run. */
import { findRun, type Session } from '../../session/session.ts';
import { isVerified } from '../../session/verified.ts';
import { listCheckCells } from '../../session/view/answers/describe-check.ts';
import type { BrokenCell } from '../review/describe-findings.ts';
import type { RunContext } from '../run-context.ts';

/** No answer waits longer, milliseconds. */
const MAX_WAIT_MS = 20_000;

/** Null where there is nothing to wait for: the notebook is verified as it is, or is not to be verified before the answer. */
export function beginVerification(context: RunContext): Promise<unknown> | null {
  const { session, runId, screening, clock, signal } = context;
  const run = findRun(session, runId);
  // A clean start does not have the functions that a run was given.
  const hasTools = session.tools !== undefined || run?.task.tools !== undefined;
  if (hasTools || isVerified(session) || listOwnCode(session, runId).size === 0) return null;
  const limitMs = Math.min(MAX_WAIT_MS, Math.floor(clock.elapsedMs));
  return screening.verify?.(session, { limitMs, signal }) ?? null;
}

/** Cells of the run that the verification of the notebook, as it is, found broken. */
export function listBroken(session: Session, runId: string): BrokenCell[] {
  if (!isVerified(session)) return [];
  const own = listOwnCode(session, runId);
  const broken = session.verified?.verification.cells.filter(
    ({ cellId, verdict }) => own.has(cellId) && (verdict === 'differs' || verdict === 'failed'),
  );
  return broken ?? [];
}

/** The code that the agent wrote in this run: what others wrote is not for it to fix. */
function listOwnCode(session: Session, runId: string): ReadonlySet<string> {
  const written = new Set(findRun(session, runId)?.steps.flatMap(({ cellIds }) => cellIds));
  const checks = listCheckCells(session);
  const own = session.cells.filter(({ id, type }) => type === 'code' && written.has(id) && !checks.has(id));
  return new Set(own.map(({ id }) => id));
}
