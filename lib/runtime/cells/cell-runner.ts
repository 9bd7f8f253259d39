/** Runs the cells that the user runs: one, or several in order, at a time per session, in its kernel, never beside a run. */
import type { BatchRequest } from '../../protocol/cell-change.ts';
import { DEFAULT_LIMITS } from '../../protocol/run-limits.ts';
import type { Session } from '../../session/session.ts';
import { listBatchCells } from '../../session/stale/list-batch-cells.ts';
import { AppError } from '../../util/app-error.ts';
import { endAbandonedBatch } from '../kernels/end-abandoned.ts';
import { requireCell } from './cell-editor.ts';
import { runBatch } from './run-batch.ts';
import { type RunCellDeps, runCell } from './run-cell.ts';

export interface CellRunner {
  /**
   * Returns once it is on its way. `timeoutMs` is the cell's wall time, without waiting for input. Throws AppError
   * `not-found`, `bad-request` for a cell that is not code, and `conflict` while a run, a rebuild or a cell is running.
   */
  execute(sessionId: string, cellId: string, timeoutMs?: number): Promise<void>;
  /** As {@link execute}, for all cells of a scope, under one lease. AppError `conflict` also where there is none. */
  executeBatch(sessionId: string, request: BatchRequest): Promise<void>;
  /** Follows the cells that a process left when it crashed, whose kernel lives; false when there are none. */
  resume(sessionId: string): Promise<boolean>;
  /** Resolves once a cell whose end is in the log has let go of the session: its names are read meanwhile. */
  settle(sessionId: string): Promise<void>;
  /** Resolves when the session's cells have ended and their last event is stored. */
  wait(sessionId: string): Promise<void>;
  /** Resolves to whether there were any to stop, when they have ended. */
  stop(sessionId: string): Promise<boolean>;
  stopAll(): Promise<void>;
}

interface Work {
  signal: AbortSignal;
  onEnd: () => void;
}

interface ActiveWork {
  controller: AbortController;
  hasEnded: boolean;
  ended: Promise<void>;
}

const NO_CODE = 'Only code cells can be run.';
const NONE_TO_RUN = 'There is no code to run here.';

export function createCellRunner(deps: RunCellDeps): CellRunner {
  const active = new Map<string, ActiveWork>();

  /** `prepare` returns what is done under the lease; what it throws gives the lease back. */
  async function begin(
    sessionId: string,
    prepare: (session: Session) => Promise<(work: Work) => Promise<void>>,
  ): Promise<void> {
    const lease = { kind: 'run', sessionId } as const;
    await deps.store.claimLease(lease);
    try {
      const drive = await prepare(await deps.readSession(sessionId));
      const controller = new AbortController();
      const onEnd = () => {
        const work = active.get(sessionId);
        if (work) work.hasEnded = true;
      };
      const ended = drive({ signal: controller.signal, onEnd }).finally(async () => {
        active.delete(sessionId);
        await deps.store.releaseLease(lease).catch(() => {});
      });
      active.set(sessionId, { controller, ended, hasEnded: false });
    } catch (error) {
      await deps.store.releaseLease(lease);
      throw error;
    }
  }

  /** Whoever holds the lease knows that no other batch is in progress: one without an end was left behind. */
  async function endAbandoned(session: Session): Promise<Session> {
    const bodies = endAbandonedBatch(session);
    if (bodies.length === 0) return session;
    await deps.writerOf(session.id).writeAll(bodies);
    return deps.readSession(session.id);
  }

  async function settle(sessionId: string): Promise<void> {
    const work = active.get(sessionId);
    if (work?.hasEnded) await work.ended;
  }

  async function stop(sessionId: string): Promise<boolean> {
    const work = active.get(sessionId);
    work?.controller.abort();
    await work?.ended;
    return work !== undefined;
  }

  return {
    execute: async (sessionId, cellId, timeoutMs = DEFAULT_LIMITS.cellTimeoutMs) => {
      const cell = requireCell(await deps.readSession(sessionId), cellId);
      if (cell.type !== 'code' || cell.role !== 'code') throw new AppError('bad-request', NO_CODE);
      await settle(sessionId);
      await begin(sessionId, async (found) => {
        const session = await endAbandoned(found);
        return (work) => runCell(deps, session, { cellId, timeoutMs, ...work });
      });
    },
    executeBatch: async (sessionId, { scope, cellId }) => {
      const before = await deps.readSession(sessionId);
      if (cellId !== undefined) requireCell(before, cellId);
      await settle(sessionId);
      await begin(sessionId, async (found) => {
        const left = await endAbandoned(found);
        const cellIds = listBatchCells(left, scope, cellId);
        if (cellIds.length === 0) throw new AppError('conflict', NONE_TO_RUN);
        await deps.writerOf(sessionId).write({ type: 'batch-start', scope, cellIds });
        const session = await deps.readSession(sessionId);
        return (work) => runBatch(deps, { session, ...work });
      });
    },
    resume: async (sessionId) => {
      const session = await deps.readSession(sessionId);
      const resumed = session.cells.find(({ status }) => status === 'running');
      const isBatch = session.batch?.status === 'running';
      if (!resumed && !isBatch) return false;
      await begin(sessionId, async (now) => (work) => {
        if (isBatch) return runBatch(deps, { session: now, ...(resumed ? { resumed } : {}), ...work });
        if (!resumed) return Promise.resolve();
        const timeoutMs = DEFAULT_LIMITS.cellTimeoutMs;
        return runCell(deps, now, { cellId: resumed.id, timeoutMs, resumed, ...work });
      });
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
