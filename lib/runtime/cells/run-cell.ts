/** Runs one cell in the session's kernel at a person's word, from its start to its end in the log. */
import { createCallGate } from '../agent/approve.ts';
import { installHostTools } from '../agent/define-host-tools.ts';
import { executeCell, toResumption } from '../agent/execute-cell.ts';
import { createCallHandler } from '../agent/host-calls.ts';
import { createOutputsTool } from '../agent/outputs-tool.ts';
import { prepareKernel } from '../agent/prepare-kernel.ts';
import type { EventBody } from '../protocol/event.ts';
import { DEFAULT_LIMITS } from '../protocol/run.ts';
import type { Cell, Session } from '../session/session.ts';
import type { Store } from '../store/store.ts';
import { AppError, toMessage } from '../util/app-error.ts';
import { orAborted } from '../util/or-aborted.ts';
import { requireCell } from './cell-editor.ts';
import type { EventWriter } from './event-writer.ts';
import type { InputDesk } from './input-desk.ts';
import { type SessionKernels, toLeaseOptions } from './session-kernels.ts';
import type { SessionTools } from './session-tools.ts';

export interface RunCellDeps {
  store: Store;
  kernels: SessionKernels;
  inputs: InputDesk;
  readBlob(blob: string): Promise<Uint8Array>;
  tools: SessionTools;
  readSession(sessionId: string, from?: Session): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export interface CellStart {
  cellId: string;
  timeoutMs: number;
  /** The running cell of a process that crashed. */
  left?: Cell;
  signal: AbortSignal;
  /** Called when its end is known, before the kernel was asked for its names. */
  onEnd: () => void;
}

/** Never rejects: whatever happens is written as the cell's end. `before` is the session as folded so far. */
export async function runCell(deps: RunCellDeps, before: Session, start: CellStart): Promise<void> {
  const writer = deps.writerOf(before.id);
  let hasEnded = false;
  try {
    for await (const body of runInKernel(deps, before, start)) {
      hasEnded ||= body.type === 'cell-end';
      if (hasEnded) start.onEnd();
      await writer.write(body);
    }
  } catch (error) {
    if (hasEnded) return;
    const { cellId } = start;
    const reason = toMessage(error);
    // The log itself may be what failed: then there is nothing to write to.
    await writer
      .write({ type: 'cell-end', cellId, status: 'aborted', executionCount: null, reason })
      .catch(() => {});
  }
}

async function* runInKernel(
  deps: RunCellDeps,
  before: Session,
  { cellId, timeoutMs, left, signal }: CellStart,
): AsyncGenerator<EventBody> {
  const sessionId = before.id;
  const kernel = await orAborted(deps.kernels.lease(sessionId, toLeaseOptions(before)), signal);
  if (!kernel) throw new AppError('conflict', 'Stopped before it ran.');
  const { tools } = await deps.tools.list(sessionId);
  if (!left) {
    await prepareKernel({ kernel });
    await installHostTools(kernel, tools);
  }
  // Last of all: meanwhile the person may have changed the cell.
  const session = await deps.readSession(sessionId, before);
  const { source } = requireCell(session, cellId);
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
      .writerOf(sessionId)
      .write(body)
      .catch(() => {});
  const resumption = left ? toResumption(left) : {};
  yield* executeCell({
    ...{ kernel, cellId, source, signal, timeoutMs, names, onInput, onCall, onLate },
    ...resumption,
  });
}
