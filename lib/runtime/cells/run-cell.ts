/** Runs one cell in the session's kernel at the user's word, from its start to its end in the log. */
import { approveForProgram, createCallGate } from '../../execution/approve.ts';
import { executeCell, toResumption } from '../../execution/execute-cell.ts';
import { prepareKernel } from '../../execution/prepare-kernel.ts';
import { createCallHandler } from '../../execution/tools/host-calls.ts';
import { createOutputsTool } from '../../execution/tools/outputs-tool.ts';
import type { CellOperation } from '../../protocol/cells/cell-operation.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import { type CellText, readCode } from '../../session/cell-code.ts';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { findDueSource } from '../../session/view/cells/list-waiting-cells.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { toDiskError } from '../../util/to-disk-error.ts';
import { outwaitLock } from '../events/outwait-lock.ts';
import type { Workbench } from '../kernels/workbench.ts';
import { requireCell } from './require-cell.ts';

export interface CellStart {
  /** Who runs it. */
  by: Principal;
  cellId: string;
  /**
   * The cell's wall time, without waiting for input, milliseconds. Absent: the cell runs until it ends or the user stops it.
   */
  timeoutMs?: number | undefined;
  /** Where it waited in the queue. */
  entryId?: string | undefined;
  /** The running cell of a process that crashed. */
  resumed?: Cell | undefined;
  /** The operation by which it can be taken back; a resumed cell has it already. */
  operation?: CellOperation | undefined;
  signal: AbortSignal;
  /** Called when its end is known, before the kernel was asked for its names. */
  onEnd?: () => void;
}

/** Never rejects: whatever happens is written as the cell's end. `before` is the session as folded so far. */
export async function runCell(bench: Workbench, before: Session, start: CellStart): Promise<void> {
  const { logs, desk } = bench;
  const writer = logs.writerOf(before.id, start.by);
  let hasEnded = false;
  try {
    for await (const body of runInKernel(bench, before, start)) {
      hasEnded ||= body.type === 'cell-end';
      if (hasEnded) start.onEnd?.();
      const { operation } = start;
      const stored = body.type === 'cell-start' && operation ? { ...body, operation } : body;
      const replier = desk.findReplier(body);
      const { write } = replier ? logs.writerOf(before.id, replier) : writer;
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
  { logs, desk, kernels, ...bench }: Workbench,
  before: Session,
  { by, cellId, timeoutMs, entryId, resumed, signal }: CellStart,
): AsyncGenerator<EventBody> {
  const sessionId = before.id;
  const kernel = await orAborted(kernels.lease(before), signal);
  if (!kernel) throw new AppError('conflict', 'Stopped before it ran.');
  const { tools, problems: toolProblems } = await bench.tools.list(sessionId);
  if (!resumed) await prepareKernel(kernel, tools);
  // Last of all: meanwhile the user may have changed a cell that did not wait.
  const session = await logs.readSession(sessionId);
  const cell = requireCell(session, cellId);
  const { names } = session.kernel;
  const runId = session.runs.at(-1)?.id ?? '';
  const outputs = createOutputsTool({ session, runId, readBlob: bench.blobs.get });
  const { onInput, onApproval } = desk.createHandlers(sessionId, DEFAULT_LIMITS.inputWaitMs);
  const due = findDueSource(session, cellId, entryId);
  const code: CellText = due === null ? cell : { source: due };
  const mode = findApproval(session, bench.programApproval);
  const isAsked = !resumed && (by.via !== undefined || (due === null && isWrittenByProgram(before, cell)));
  const approval = isAsked
    ? yield* approveForProgram({ session, onApproval, signal }, cellId, code, mode)
    : code;
  if ('refusal' in approval) {
    yield { type: 'cell-end', cellId, status: 'aborted', executionCount: null, reason: approval.refusal };
    return;
  }
  const source = readCode({ ...code, source: approval.source });
  // The code of a model, or of a program, may still be at work in the kernel, and call in this cell's name.
  const findMode = async () => findApproval(await logs.readSession(sessionId), bench.programApproval);
  const gate = createCallGate({ session, onApproval, findMode }, cellId);
  const onCall = createCallHandler([outputs, ...tools, bench.packages.createTool(sessionId)], cellId, gate);
  // A deleted session has no log to write to.
  const { write } = logs.writerOf(sessionId, by);
  const onLate = (body: EventBody) => void write(body).catch(() => {});
  const resumption = resumed ? toResumption(resumed) : {};
  yield* executeCell({
    kernel,
    cellId,
    ...(entryId === undefined ? {} : { entryId }),
    source,
    language: cell.language,
    signal,
    timeoutMs,
    toolProblems,
    names,
    onInput,
    onCall,
    onLate,
    ...resumption,
  });
}

/** Whether a program has put other code into the cell since then: not what the user has run. */
function isWrittenByProgram(before: Session, { id, source, written }: Cell): boolean {
  return written.by.via !== undefined && findCell(before, id)?.source !== source;
}
