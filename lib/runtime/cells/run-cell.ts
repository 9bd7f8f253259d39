/** Runs one cell in the session's kernel at the user's word, from its start to its end in the log. */
import { createCallGate } from '../../execution/approve.ts';
import { executeCell, toResumption } from '../../execution/execute-cell.ts';
import { prepareKernel } from '../../execution/prepare-kernel.ts';
import { createCallHandler } from '../../execution/tools/host-calls.ts';
import { createOutputsTool } from '../../execution/tools/outputs-tool.ts';
import type { CellOperation } from '../../protocol/cells/cell-operation.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import type { Cell, Session } from '../../session/session.ts';
import { findDueSource } from '../../session/view/cells/list-waiting-cells.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { toDiskError } from '../../util/to-disk-error.ts';
import { outwaitLock } from '../events/outwait-lock.ts';
import type { WriterOf } from '../events/session-logs.ts';
import type { InputDesk } from '../kernels/input-desk.ts';
import { type SessionKernels, toLeaseOptions } from '../kernels/session-kernels.ts';
import type { SessionTools } from '../kernels/session-tools.ts';
import { requireCell } from './require-cell.ts';

export interface RunCellDeps {
  kernels: SessionKernels;
  inputs: InputDesk;
  readBlob(blob: string): Promise<Uint8Array>;
  tools: SessionTools;
  readSession(sessionId: string): Promise<Session>;
  writerOf: WriterOf;
}

export interface CellStart {
  /** Who runs it. */
  by: Principal;
  cellId: string;
  /** Absent: the cell runs until it ends or the user stops it. */
  timeoutMs?: number | undefined;
  /** Where it waited in the queue. */
  entryId?: string | undefined;
  /** The running cell of a process that crashed. */
  resumed?: Cell | undefined;
  /** The operation by which it can be taken back; a resumed cell has it already. */
  operation?: CellOperation | undefined;
  signal: AbortSignal;
  /** Called when its end is known, before the kernel was asked for its names. */
  onEnd: () => void;
}

/** Never rejects: whatever happens is written as the cell's end. `before` is the session as folded so far. */
export async function runCell(deps: RunCellDeps, before: Session, start: CellStart): Promise<void> {
  const writer = deps.writerOf(before.id, start.by);
  let hasEnded = false;
  try {
    for await (const body of runInKernel(deps, before, start)) {
      hasEnded ||= body.type === 'cell-end';
      if (hasEnded) start.onEnd();
      const { operation } = start;
      const stored = body.type === 'cell-start' && operation ? { ...body, operation } : body;
      const replier = deps.inputs.findReplier(body);
      const { write } = replier ? deps.writerOf(before.id, replier) : writer;
      await outwaitLock(() => write(stored));
    }
  } catch (error) {
    if (hasEnded) return;
    const { cellId } = start;
    const reason = toMessage(toDiskError(error) ?? error);
    // The log itself may be what failed, for want of disk; where the session was deleted there is nothing to end.
    await writer
      .writeAtLast([{ type: 'cell-end', cellId, status: 'aborted', executionCount: null, reason }])
      .catch(() => {});
  }
}

async function* runInKernel(
  deps: RunCellDeps,
  before: Session,
  { by, cellId, timeoutMs, entryId, resumed, signal }: CellStart,
): AsyncGenerator<EventBody> {
  const sessionId = before.id;
  const kernel = await orAborted(deps.kernels.lease(sessionId, toLeaseOptions(before)), signal);
  if (!kernel) throw new AppError('conflict', 'Stopped before it ran.');
  const { tools } = await deps.tools.list(sessionId);
  if (!resumed) await prepareKernel(kernel, tools);
  // Last of all: meanwhile the user may have changed a cell that did not wait.
  const session = await deps.readSession(sessionId);
  const cell = requireCell(session, cellId);
  const source = findDueSource(session, cellId, entryId) ?? cell.source;
  const { names } = session.kernel;
  const runId = session.runs.at(-1)?.id ?? '';
  const outputs = createOutputsTool({ session, runId, readBlob: deps.readBlob });
  const { onInput, onApproval } = deps.inputs.createHandlers(sessionId, DEFAULT_LIMITS.inputWaitMs);
  // The model's code may still be at work in the kernel, and call in this cell's name.
  const gate = createCallGate({ session, runId, onApproval }, cellId);
  const onCall = createCallHandler([outputs, ...tools], cellId, gate);
  // A deleted session has no log to write to.
  const onLate = (body: EventBody) =>
    void deps
      .writerOf(sessionId, by)
      .write(body)
      .catch(() => {});
  const resumption = resumed ? toResumption(resumed) : {};
  yield* executeCell({
    kernel,
    cellId,
    ...(entryId === undefined ? {} : { entryId }),
    source,
    signal,
    timeoutMs,
    names,
    onInput,
    onCall,
    onLate,
    ...resumption,
  });
}
