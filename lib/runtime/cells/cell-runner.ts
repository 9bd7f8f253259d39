/**
 * Runs the cells that the user runs, one at a time per session, in its kernel. What is run while something else is
 * running, a run of the agent included, waits in the session's queue.
 */

import type { BatchRequest } from '../../protocol/cells/cell-change.ts';
import type { CellOperation } from '../../protocol/cells/cell-operation.ts';
import type { QueueExit } from '../../protocol/cells/queue.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';
import type { Session } from '../../session/session.ts';
import { listBatchCells } from '../../session/stale/list-batch-cells.ts';
import { listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';
import { AppError } from '../../util/app-error.ts';
import type { PATIENT_STOP } from '../../util/patient-stop.ts';
import { createCellQueue } from './cell-queue.ts';
import { type CellWorkDeps, createCellWork, type WaitingOptions } from './cell-work.ts';
import { requireCell } from './require-cell.ts';
import type { Due } from './run-next.ts';

export interface CellRunner {
  /**
   * Runs the cell, or queues it while something is running in the session. Resolves to its place: 0 when it runs now, else
   * its place among the cells that wait, from 1. A cell that waits is not queued twice. Throws AppError `not-found`, `bad-request` for a cell that is not code, and `conflict`
   * while another process runs something in the session.
   */
  execute(sessionId: string, cellId: string, options: ExecuteOptions): Promise<number>;
  /** As {@link execute}, for all cells of a scope in order: the place of the first. AppError `conflict` also where there is none. */
  executeBatch(sessionId: string, request: BatchRequest, by: Principal): Promise<number>;
  /** Takes a waiting cell out of the queue and of a running batch. Throws AppError `conflict` when it does not wait. */
  takeOut(sessionId: string, cellId: string, by: Principal): Promise<void>;
  /** Takes everything out of the queue. Resolves to whether anything waited. */
  takeOutAll(sessionId: string, reason: QueueExit, by: Principal): Promise<boolean>;
  /** Runs what waits in the session, for a run that holds its lease. Never rejects. */
  runWaiting(session: Session, options: WaitingOptions): Promise<void>;
  /** Continues with the cells that a process left when it crashed, whose kernel lives; false when there are none. */
  resume(sessionId: string): Promise<boolean>;
  /** Resolves once a cell whose end is in the log has let go of the kernel: its names are read meanwhile. */
  settle(sessionId: string): Promise<void>;
  /** Resolves when the session's cells have ended, also those that wait, and their last event is stored. */
  wait(sessionId: string): Promise<void>;
  /**
   * Stops the cells of the user. Resolves to whether there were any, when they have ended. With `PATIENT_STOP`, a cell that
   * does not react is waited for.
   */
  stop(sessionId: string, reason?: typeof PATIENT_STOP): Promise<boolean>;
  /** Stops the running cell alone, or none if it is not this one: what waits runs. Returns whether any were running. */
  stopCell(sessionId: string, cellId?: string): boolean;
  stopAll(): Promise<void>;
}

interface ExecuteOptions {
  /** The cell's wall time, without waiting for input, milliseconds. */
  timeoutMs?: number | undefined;
  operation: CellOperation;
  /** Who runs it. */
  by: Principal;
}

const NO_CODE = 'Only code cells can be run.';
const NONE_TO_RUN = 'There is no code to run here.';
const NOT_WAITING = 'This cell is not waiting any more.';

export function createCellRunner(deps: CellWorkDeps): CellRunner {
  const { leases, readSession, writerOf } = deps;
  const work = createCellWork(deps);
  const queue = createCellQueue(deps, work);

  return {
    execute: async (sessionId, cellId, { timeoutMs, operation, by }) => {
      const cell = requireCell(await readSession(sessionId), cellId);
      if (cell.type !== 'code' || cell.role !== 'code') throw new AppError('bad-request', NO_CODE);
      return queue.run(sessionId, () => ({
        cellIds: [cellId],
        operation,
        by,
        ...(timeoutMs ? { timeoutMs } : {}),
      }));
    },
    executeBatch: async (sessionId, { scope, cellId }, by) => {
      const before = await readSession(sessionId);
      if (cellId !== undefined) requireCell(before, cellId);
      return queue.run(sessionId, (session) => {
        const cellIds = listBatchCells(session, scope, cellId);
        if (cellIds.length === 0) throw new AppError('conflict', NONE_TO_RUN);
        return { cellIds, scope, by };
      });
    },
    takeOut: async (sessionId, cellId, by) => {
      const session = await readSession(sessionId);
      requireCell(session, cellId);
      if (!listWaitingCells(session).includes(cellId)) throw new AppError('conflict', NOT_WAITING);
      await writerOf(sessionId, by).write({ type: 'queue-remove', cellIds: [cellId], reason: 'user' });
    },
    takeOutAll: queue.takeOutAll,
    runWaiting: async (session, options) => {
      const left = findLeft(session);
      if (session.queue.length === 0 && !left) return;
      queue.note(session.id);
      await work.runWithin(session.id, left, options);
    },
    resume: async (sessionId) => {
      const session = await readSession(sessionId);
      const left = findLeft(session);
      if (!left && session.queue.length === 0) return false;
      queue.note(sessionId);
      await leases.claim(sessionId);
      work.start(sessionId, left);
      return true;
    },
    settle: work.settle,
    wait: work.wait,
    stop: work.stop,
    stopCell: work.stopCell,
    stopAll: async () => {
      await queue.close();
      await work.stopAll();
    },
  };
}

/** The user's cell, or batch, that was running when its process crashed. */
function findLeft(session: Session): Due | null {
  const running = session.cells.find(({ status, isRunByUser }) => status === 'running' && isRunByUser);
  if (session.batch?.status === 'running') return { session, by: SYSTEM, resumed: running };
  return running ? { session, by: SYSTEM, cellId: running.id, resumed: running } : null;
}
