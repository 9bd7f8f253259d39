/** The fold of what users say to a run: messages on the way, and their word on code that waits for it. */
import type { EventBody, Stamp } from '../../protocol/events/event.ts';
import type { Cell, Session } from '../session.ts';
import { toNextVersion } from './apply-change.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { patchCell, patchRun } from './patch-session.ts';
import { toFields } from './to-body.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

/** The message is in the notebook where it came, as a note. */
export function applyRunSteer(session: Session, event: Body<'run-steer'>, stamp: Stamp): Session {
  const { runId, step, text, cellId, interrupt } = event;
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
}

export function applyApprovalRequest(session: Session, event: Body<'approval-request'>): Session {
  const { cellId, ...request } = toFields(event);
  return patchCell(session, cellId, (cell) => ({
    ...cell,
    pendingApprovals: [...cell.pendingApprovals, request],
  }));
}

export function applyApprovalReply(session: Session, event: Body<'approval-reply'>, stamp: Stamp): Session {
  return patchCell(session, event.cellId, (cell) => settleApproval(cell, event, stamp));
}

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
