/** Runs the cells that a person runs: one at a time per session, in its kernel, never beside a run. */
import { createCallGate } from '../agent/approve.ts';
import { installHostTools } from '../agent/define-host-tools.ts';
import { executeCell, toResumption } from '../agent/execute-cell.ts';
import { createCallHandler } from '../agent/host-calls.ts';
import { createOutputsTool } from '../agent/outputs-tool.ts';
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

export interface CellRunnerDeps {
  store: Store;
  kernels: SessionKernels;
  inputs: InputDesk;
  readBlob(blob: string): Promise<Uint8Array>;
  tools: SessionTools;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export interface CellRunner {
  /**
   * Returns once it is on its way. `timeoutMs` is the cell's wall time, without waiting for input. Throws AppError
   * `not-found`, `bad-request` for a cell that is no code, and `conflict` while a run, a rebuild or a cell goes on.
   */
  execute(sessionId: string, cellId: string, timeoutMs?: number): Promise<void>;
  /** Follows the cell that a process left running when it crashed, whose kernel lives; false when there is none. */
  resume(sessionId: string): Promise<boolean>;
  /** Resolves once a cell whose end is in the log has let go of the session: its names are read meanwhile. */
  settle(sessionId: string): Promise<void>;
  /** Resolves when the session's cell has ended and its last event is stored. */
  wait(sessionId: string): Promise<void>;
  /** Resolves to whether there was one to stop, when it has ended. */
  stop(sessionId: string): Promise<boolean>;
  stopAll(): Promise<void>;
}

interface ActiveCell {
  controller: AbortController;
  hasEnded: boolean;
  ended: Promise<void>;
}

interface CellStart {
  cellId: string;
  timeoutMs: number;
  /** The running cell of a process that crashed. */
  left?: Cell;
}

const NO_CODE = 'Only code cells can be run.';

export function createCellRunner(deps: CellRunnerDeps): CellRunner {
  const active = new Map<string, ActiveCell>();

  async function begin(sessionId: string, start: CellStart): Promise<void> {
    const lease = { kind: 'run', sessionId } as const;
    await deps.store.claimLease(lease);
    const controller = new AbortController();
    const onEnd = () => {
      const cell = active.get(sessionId);
      if (cell) cell.hasEnded = true;
    };
    const ended = drive(sessionId, start, { signal: controller.signal, onEnd }).finally(async () => {
      active.delete(sessionId);
      await deps.store.releaseLease(lease).catch(() => {});
    });
    active.set(sessionId, { controller, ended, hasEnded: false });
  }

  /** Never rejects: whatever happens is written as the cell's end. */
  async function drive(
    sessionId: string,
    start: CellStart,
    { signal, onEnd }: { signal: AbortSignal; onEnd: () => void },
  ): Promise<void> {
    const writer = deps.writerOf(sessionId);
    let hasEnded = false;
    try {
      for await (const body of runInKernel(sessionId, start, signal)) {
        hasEnded ||= body.type === 'cell-end';
        if (hasEnded) onEnd();
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
    sessionId: string,
    { cellId, timeoutMs, left }: CellStart,
    signal: AbortSignal,
  ): AsyncGenerator<EventBody> {
    const options = toLeaseOptions(await deps.readSession(sessionId));
    const kernel = await orAborted(deps.kernels.lease(sessionId, options), signal);
    if (!kernel) throw new AppError('conflict', 'Stopped before it ran.');
    const { tools } = await deps.tools.list(sessionId);
    if (!left) await installHostTools(kernel, tools);
    // Last of all: meanwhile the person may have changed the cell.
    const session = await deps.readSession(sessionId);
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

  async function settle(sessionId: string): Promise<void> {
    const cell = active.get(sessionId);
    if (cell?.hasEnded) await cell.ended;
  }

  async function stop(sessionId: string): Promise<boolean> {
    const cell = active.get(sessionId);
    cell?.controller.abort();
    await cell?.ended;
    return cell !== undefined;
  }

  return {
    execute: async (sessionId, cellId, timeoutMs = DEFAULT_LIMITS.cellTimeoutMs) => {
      const cell = requireCell(await deps.readSession(sessionId), cellId);
      if (cell.type !== 'code' || cell.role !== 'code') throw new AppError('bad-request', NO_CODE);
      await settle(sessionId);
      await begin(sessionId, { cellId, timeoutMs });
    },
    resume: async (sessionId) => {
      const { cells } = await deps.readSession(sessionId);
      const left = cells.find(({ status }) => status === 'running');
      if (!left) return false;
      await begin(sessionId, { cellId: left.id, timeoutMs: DEFAULT_LIMITS.cellTimeoutMs, left });
      return true;
    },
    settle,
    wait: async (sessionId) => active.get(sessionId)?.ended,
    stop,
    stopAll: async () => {
      await Promise.all([...active.keys()].map(stop));
    },
  };
}
