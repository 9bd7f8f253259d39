/** The fold of what users say to a run: messages on the way, and their word on code that waits for it. */
import type { Stamp } from '../../protocol/events/event.ts';
import type { Cell } from '../session.ts';
import { toNextVersion } from './apply-change.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import type { Body, Handlers } from './handlers.ts';
import { patchCell, patchRun } from './patch-session.ts';
import { toFields } from './to-body.ts';

export const APPLY_PERSON = {
  /** The message is in the notebook where it came, as a note. */
  'run-steer'(session, { runId, step, text, cellId, interrupt }, stamp) {
    const note: Cell = {
      ...EMPTY_CELL,
      id: cellId,
      role: 'steer',
      source: text,
      runId,
      made: { as: 'insert', ...stamp },
    };
    const steer = { text, step, ...(interrupt ? { interrupt } : {}) };
    const next = patchRun(session, runId, (run) => ({ ...run, steers: [...run.steers, steer] }));
    return { ...next, cells: [...next.cells, note] };
  },
  'approval-request'(session, event) {
    const { cellId, ...request } = toFields(event);
    return patchCell(session, cellId, (cell) => ({
      ...cell,
      pendingApprovals: [...cell.pendingApprovals, request],
    }));
  },
  'approval-reply': (session, event, stamp) =>
    patchCell(session, event.cellId, (cell) => settleApproval(cell, event, stamp)),
} satisfies Partial<Handlers>;

function settleApproval(cell: Cell, event: Body<'approval-reply'>, stamp: Stamp): Cell {
  const { cellId: _, requestId, ...reply } = toFields(event);
  const request = cell.pendingApprovals.find((each) => each.requestId === requestId);
  const pendingApprovals = cell.pendingApprovals.filter((each) => each !== request);
  if (!request || request.callId !== undefined) return { ...cell, pendingApprovals };
  const { reasons } = request;
  if (request.isEdit) {
    if (reply.decision === 'refuse') return { ...cell, pendingApprovals };
    return {
      ...cell,
      pendingApprovals,
      acceptedEdit: { ...reply, reasons, given: stamp.by, written: request.source },
    };
  }
  const verdict = { ...reply, reasons, given: stamp.by, written: cell.source };
  const settled: Cell = { ...cell, pendingApprovals, verdict };
  if (reply.source === undefined || reply.source === cell.source) return settled;
  const next = toNextVersion(cell, 'approve', stamp);
  return { ...settled, ...next, source: reply.source, written: { ...stamp, author: 'human' } };
}
