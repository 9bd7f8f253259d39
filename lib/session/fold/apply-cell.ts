/** The fold of what happens to a cell: inserted, approved, executed, its outputs, its questions, and its calls. */
import { appendOutput, clearOutput, updateDisplay } from '../../notebook/apply-output.ts';
import type { Output } from '../../notebook/output.ts';
import type { InputRequest } from '../../protocol/cells/cell.ts';
import type { Stamp } from '../../protocol/events/event.ts';
import type { KernelStatus } from '../../protocol/kernel/kernel-info.ts';
import type { Call } from '../call-state.ts';
import { readCode } from '../cell-code.ts';
import { type Cell, findActiveRebuild, findActiveRun, findCell, type Session } from '../session.ts';
import { findDueSource, isLeftInBatch } from '../view/cells/list-waiting-cells.ts';
import { placeCell, recordChange, toNextVersion } from './apply-change.ts';
import { endLossWhenRunAgain } from './apply-kernel.ts';
import { beginEntry, countBatchCell, replaceWaiting } from './apply-queue.ts';
import { placeBeforeReview } from './apply-review.ts';
import { EMPTY_CELL } from './empty-cell.ts';
import { type Body, type Handlers, patchCell, patchLast, patchStep, toFields } from './handlers.ts';

export const APPLY_CELL = {
  'cell-insert'(session, event, { at, by }) {
    const cell: Cell = {
      ...EMPTY_CELL,
      id: event.cellId,
      type: event.cellType,
      source: event.source,
      ...(event.language ? { language: event.language } : {}),
      author: event.author,
      made: { as: 'insert', at, by },
      written: { at, by, author: event.author },
      role: event.role,
      runId: event.runId,
      step: event.step,
      ...(event.toolCallId === undefined ? {} : { toolCallId: event.toolCallId }),
      ...(event.isPartial ? { isPartial: true } : {}),
      ...(event.isValues ? { isValues: true } : {}),
      ...(event.values ? { values: event.values } : {}),
    };
    const cells = placeBeforeReview(session.cells, cell) ?? placeCell(session.cells, cell, event.after);
    const next = { ...session, cells };
    const { operation } = event;
    if (event.runId === null) return recordChange(next, { kind: 'insert', cell, operation });
    if (event.step === null) return next;
    return patchStep(next, { runId: event.runId, step: event.step }, (step) => ({
      ...step,
      cellIds: [...step.cellIds, event.cellId],
    }));
  },
  'approval-request'(session, event) {
    const { cellId, ...request } = toFields(event);
    return patchCell(session, cellId, (cell) => ({
      ...cell,
      pendingApprovals: [...cell.pendingApprovals, request],
    }));
  },
  'approval-reply'(session, event, stamp) {
    const { cellId, source } = event;
    const next = patchCell(session, cellId, (cell) => settleApproval(cell, event, stamp));
    return source === undefined ? next : replaceWaiting(next, cellId, source);
  },
  'cell-start'(session, event, stamp) {
    const { cellId, entryId } = event;
    const executions = session.executions + 1;
    const isByUser =
      findActiveRun(session) === null || entryId !== undefined || isLeftInBatch(session, cellId);
    const source = isByUser ? findDueSource(session, cellId, entryId) : null;
    const begun = { ...beginEntry(session, entryId), executions };
    const next = patchCell(begun, cellId, (cell) => ({
      ...cell,
      ...toNextVersion(cell, 'run', stamp),
      leftQueue: undefined,
      operation: event.operation,
      rebuilt: undefined,
      heldBy: undefined,
      isTakenBack: undefined,
      status: 'running',
      reason: undefined,
      isRunByUser: isByUser,
      ranSource: source ?? readCode(cell),
      ranOrder: executions,
      outputs: [],
      clearPending: false,
      hasLateOutput: false,
      hasAsked: false,
      nextInput: undefined,
      pendingInputs: [],
      answers: [],
      calls: [],
      stopsAt: undefined,
      unresponsiveAt: undefined,
      executionCount: null,
      kernelId: session.kernel.id,
      startedAt: stamp.at,
      endedAt: null,
    }));
    return switchKernelStatus(next, 'idle', 'busy');
  },
  /** Question and answer are in standard output, as a terminal shows them; a rebuild leaves what a cell shows. */
  'input-request'(session, event) {
    const { requestId, prompt, password } = event;
    const isShown = prompt !== '' && findActiveRebuild(session) === null;
    return patchCell(session, event.cellId, (cell) => ({
      ...cell,
      hasAsked: true,
      ...(isShown ? appendOutput(cell, toStdout(prompt)) : {}),
      pendingInputs: [...cell.pendingInputs, { requestId, prompt, password }],
    }));
  },
  'input-reply'(session, event) {
    const isShown = findActiveRebuild(session) === null;
    return patchCell(session, event.cellId, (cell) => {
      const request = cell.pendingInputs.find(({ requestId }) => requestId === event.requestId);
      const pendingInputs = cell.pendingInputs.filter((each) => each !== request);
      return isShown ? { ...showAnswer(cell, event, request), pendingInputs } : { ...cell, pendingInputs };
    });
  },
  'cell-end'(session, event, { at }) {
    const started = findCell(session, event.cellId);
    const next = patchCell(session, event.cellId, (cell) => ({
      ...cell,
      operation: undefined,
      status: event.status,
      reason: event.reason,
      notes: event.notes,
      nextInput: event.nextInput,
      stopsAt: undefined,
      unresponsiveAt: undefined,
      executionCount: event.executionCount,
      clearPending: false,
      pendingInputs: [],
      pendingApprovals: [],
      calls: endCalls(cell.calls, at),
      endedAt: at,
    }));
    const counted = countBatchCell(endLossWhenRunAgain(next), event.cellId);
    return switchKernelStatus(recordRun(counted, started), 'busy', 'idle');
  },
  'output-append': (session, { cellId, output }) =>
    patchCell(session, cellId, (cell) => ({
      ...cell,
      ...appendOutput(cell, output),
      ...(cell.endedAt === null ? {} : { hasLateOutput: true }),
    })),
  'output-clear': (session, { cellId, wait }) =>
    patchCell(session, cellId, (cell) => ({ ...cell, ...clearOutput(cell, wait) })),
  'output-update': (session, event) => ({
    ...session,
    cells: session.cells.map((cell) => {
      const area = updateDisplay(cell, event);
      return area === cell ? cell : { ...cell, ...area };
    }),
  }),
  'tool-call-start'(session, event, { at }) {
    const { callId, name, arguments: args } = event;
    const call: Call = { id: callId, name, arguments: args, status: 'running', startedAt: at, endedAt: null };
    return patchCell(session, event.cellId, (cell) => ({ ...cell, calls: [...cell.calls, call] }));
  },
  'tool-call-progress'(session, event) {
    const { cellId, callId, ...progress } = toFields(event);
    return patchCell(session, cellId, (cell) => ({
      ...cell,
      calls: patchLast(
        cell.calls,
        ({ id }) => id === callId,
        (call) => ({ ...call, progress }),
      ),
    }));
  },
  'tool-call-end'(session, event, { at }) {
    const { callId, status, result, error } = event;
    const end = {
      status,
      ...(result === undefined ? {} : { result }),
      ...(error === undefined ? {} : { error }),
    };
    return patchCell(session, event.cellId, (cell) => ({
      ...cell,
      calls: cell.calls.map((call) => (call.id === callId ? { ...call, ...end, endedAt: at } : call)),
    }));
  },
  'cell-unresponsive': (session, { cellId }, { at }) =>
    patchCell(session, cellId, (cell) => ({ ...cell, unresponsiveAt: at })),
  'cell-limit': (session, { cellId, stopsAt }) =>
    patchCell(session, cellId, (cell) => ({ ...cell, stopsAt })),
} satisfies Partial<Handlers>;

function showAnswer(
  cell: Cell,
  { value, from }: Body<'input-reply'>,
  request: InputRequest | undefined,
): Cell {
  const isPassword = request?.password === true;
  const typed = isPassword && from === 'human' ? HIDDEN_INPUT : (value ?? '');
  const isKept = request && !isPassword && from === 'human' && value !== null;
  const answers = isKept ? [...cell.answers, { prompt: request.prompt, value }] : cell.answers;
  return { ...cell, ...appendOutput(cell, toStdout(`${typed}\n`)), answers };
}

/** As many dots for every password: its length is nobody's business. */
const HIDDEN_INPUT = '········';

function toStdout(text: string): Output {
  return { output_type: 'stream', name: 'stdout', text };
}

/** Outside a run it was the user who ran the cell; during one, it was where the cell waited for a step to end. */
function recordRun(session: Session, started: Cell | null): Session {
  const cell = started && findCell(session, started.id);
  const isByUser = findActiveRun(session) === null || cell?.isRunByUser;
  if (!cell || !isByUser) return session;
  // A cell that could not be started shows what it showed.
  const operation = started.status === 'running' ? started.operation : undefined;
  return recordChange(session, { kind: 'run', cell, operation });
}

/** Busy and idle follow from the cells; only changes that outlive an execution are events of their own. */
function switchKernelStatus(session: Session, from: KernelStatus, to: KernelStatus): Session {
  if (session.kernel.status !== from) return session;
  return { ...session, kernel: { ...session.kernel, status: to } };
}

/** The cell has ended: calls that are still open were cut off. */
function endCalls(calls: Cell['calls'], at: number): Cell['calls'] {
  if (calls.every((call) => call.endedAt !== null)) return calls;
  return calls.map((call) =>
    call.endedAt === null ? { ...call, status: 'interrupted', endedAt: at } : call,
  );
}

/** The user's word on a cell, or on code that is to replace that of the cell. */
function settleApproval(cell: Cell, event: Body<'approval-reply'>, stamp: Stamp): Cell {
  const { cellId: _, requestId, ...reply } = toFields(event);
  const request = cell.pendingApprovals.find((each) => each.requestId === requestId);
  const pendingApprovals = cell.pendingApprovals.filter((each) => each !== request);
  if (!request || request.callId !== undefined) return { ...cell, pendingApprovals };
  const { reasons, isEdit } = request;
  const verdict = { ...reply, reasons, given: stamp.by, written: isEdit ? request.source : cell.source };
  if (isEdit && reply.decision === 'refuse') return { ...cell, pendingApprovals };
  if (isEdit) return { ...cell, pendingApprovals, acceptedEdit: verdict };
  const settled: Cell = { ...cell, pendingApprovals, verdict };
  if (reply.source === undefined || reply.source === cell.source) return settled;
  const next = toNextVersion(cell, 'approve', stamp);
  return { ...settled, ...next, source: reply.source, written: { ...stamp, author: 'human' } };
}
