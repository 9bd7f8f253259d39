/**
 * Runs the cells that the user runs, one at a time per session, in its kernel. What is run while something else is
 * running, a run of the agent included, waits in the session's queue.
 */

import type { BatchRequest } from '../../protocol/cells/cell-change.ts';
import type { QueueExit } from '../../protocol/cells/queue.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import { findCell, type Session } from '../../session/session.ts';
import { listBatchCells } from '../../session/stale/list-batch-cells.ts';
import { findWaitingSource, listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';
import { AppError } from '../../util/app-error.ts';
import { createTurns } from '../../util/turns.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import type { Drive } from '../kernels/session-work.ts';
import type { Workbench } from '../kernels/workbench.ts';
import { type CurrentCell, createCurrentCell } from './current-cell.ts';
import { requireCell } from './require-cell.ts';
import { type Entry, openEntry, runEntries, takeOutAll } from './run-entries.ts';

export interface CellRunner {
  /**
   * Runs the cell, or queues it while something is running in the session. Resolves to its place: 0 when it runs now, else
   * its place among the cells that wait, from 1. A cell that waits is not queued twice. Throws AppError `not-found`, `bad-request` for a cell that is not code, and `conflict`
   * while another process runs something in the session.
   */
  execute(sessionId: string, cellId: string, start: CellCommand): Promise<number>;
  /** As {@link execute}, for all cells of a scope in order: the place of the first. AppError `conflict` also where there is none. */
  executeBatch(sessionId: string, request: BatchRequest, by: Principal): Promise<number>;
  /** Takes a waiting cell out of the queue and of a running batch. Throws AppError `conflict` when it does not wait. */
  takeOut(sessionId: string, cellId: string, by: Principal): Promise<void>;
  /** Takes everything out of the queue. */
  takeOutAll(sessionId: string, reason: QueueExit, by: Principal): Promise<void>;
  /** Runs what waits in the session, for a run that holds its lease. Never rejects. */
  runWaiting(session: Session, options: WaitingOptions): Promise<void>;
  /** Continues with the cells that a process left when it crashed, whose kernel lives, if there are any. */
  resume(sessionId: string): Promise<void>;
  /** Resolves once a cell whose end is in the log has let go of the kernel: its names are read meanwhile. */
  settle(sessionId: string): Promise<void>;
  /** Resolves when the session's cells have ended, also those that wait, and their last event is stored. */
  wait(sessionId: string): Promise<void>;
  /** Stops the running cell alone, or none if it is not this one: what waits runs. Returns whether any were running. */
  stopCell(sessionId: string, cellId?: string): boolean;
  /** Takes out all that waits and stops what runs; nothing begins by itself any more. */
  close(): Promise<void>;
}

type CellCommand = Pick<Entry, 'by' | 'timeoutMs' | 'operation'>;

interface WaitingOptions {
  signal: AbortSignal;
  /** Called if there is anything to run, before it begins. */
  onBegin: () => void;
}

const NO_CODE = 'Only code cells can be run.';
const NONE_TO_RUN = 'There is no code to run here.';
const NOT_WAITING = 'This cell is not waiting any more.';

export function createCellRunner(bench: Workbench): CellRunner {
  const { logs, work } = bench;
  const inSession = createTurns();
  const current = new Map<string, CurrentCell>();
  /** Sessions with a queue of this process. */
  const queued = new Set<string>();
  /** Those whose log took no more events when cells ran last: what waits in them is not tried in circles. */
  const stuck = new Set<string>();
  let isClosed = false;
  work.onFree((sessionId) => void runFreed(sessionId).catch(() => {}));

  /** Runs the entry, which was opened, and then the queue. */
  function toDrive(sessionId: string, first: Entry | null): Drive {
    return async ({ signal }) => {
      const cell = createCurrentCell(signal);
      current.set(sessionId, cell);
      await runEntries(bench, sessionId, cell, first).catch(() => stuck.add(sessionId));
      current.delete(sessionId);
    };
  }

  /** Runs what was queued while something ran that did not run it: a rebuild, or the last step of a run. */
  async function runFreed(sessionId: string): Promise<void> {
    if (isClosed || stuck.has(sessionId) || !queued.has(sessionId)) return;
    const { queue } = await logs.readSession(sessionId);
    if (queue.length === 0) queued.delete(sessionId);
    else await work.begin(sessionId, 'cells', async () => toDrive(sessionId, null));
  }

  /** Runs it now, or queues it behind what runs or waits. Resolves to the place of its first cell. */
  function run(sessionId: string, toEntry: (session: Session) => Entry): Promise<number> {
    return inSession(sessionId, async () => {
      await settle(sessionId);
      stuck.delete(sessionId);
      let isClaimed = false;
      let place = 0;
      try {
        await work.begin(sessionId, 'cells', async (session) => {
          isClaimed = true;
          const entry = toEntry(session);
          if (session.queue.length > 0) place = await add(sessionId, entry);
          else await openEntry(bench, sessionId, entry);
          return toDrive(sessionId, place > 0 ? null : entry);
        });
        return place;
      } catch (error) {
        if (isClaimed || !work.isHeldHere(sessionId)) throw error;
        return add(sessionId, toEntry(await logs.readSession(sessionId)));
      }
    });
  }

  async function add(sessionId: string, entry: Entry): Promise<number> {
    queued.add(sessionId);
    const place = await enqueue(logs, sessionId, entry);
    // What was running may have ended meanwhile.
    void runFreed(sessionId).catch(() => {});
    return place;
  }

  /** Drives what a process left, and what waits; null when that is nothing. */
  function toDriveOfWaiting(session: Session): Drive | null {
    const left = findLeft(session);
    if (!left && session.queue.length === 0) return null;
    queued.add(session.id);
    return toDrive(session.id, left);
  }

  async function settle(sessionId: string): Promise<void> {
    await Promise.race([current.get(sessionId)?.settle(), work.wait(sessionId, 'cells')]);
  }

  return {
    execute: (sessionId, cellId, { timeoutMs, operation, by }) =>
      run(sessionId, (session) => {
        const cell = requireCell(session, cellId);
        if (cell.type !== 'code' || cell.role !== 'code') throw new AppError('bad-request', NO_CODE);
        return { cellIds: [cellId], operation, by, ...(timeoutMs ? { timeoutMs } : {}) };
      }),
    executeBatch: (sessionId, { scope, cellId }, by) =>
      run(sessionId, (session) => {
        if (cellId !== undefined) requireCell(session, cellId);
        const cellIds = listBatchCells(session, scope, cellId);
        if (cellIds.length === 0) throw new AppError('conflict', NONE_TO_RUN);
        return { cellIds, scope, by };
      }),
    takeOut: (sessionId, ...taken) => takeOut(logs, sessionId, ...taken),
    takeOutAll: (sessionId, ...how) => takeOutAll(logs, sessionId, ...how),
    runWaiting: async (session, { signal, onBegin }) => {
      const drive = toDriveOfWaiting(session);
      if (!drive) return;
      onBegin();
      await work.runWithin(session.id, 'cells', signal, drive);
      // They are tried once more when the run has ended.
      stuck.delete(session.id);
    },
    resume: async (sessionId) => {
      const drive = toDriveOfWaiting(await logs.readSession(sessionId));
      if (drive) await work.resume(sessionId, 'cells', async () => drive);
    },
    settle,
    wait: (sessionId) => work.wait(sessionId, 'cells'),
    stopCell: (sessionId, cellId) => {
      current.get(sessionId)?.stop(cellId);
      return current.has(sessionId);
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...queued].map((sessionId) => takeOutAll(logs, sessionId, 'close', SYSTEM)));
      await work.stop(null, 'cells');
    },
  };
}

/** Adds it to the queue, where one cell is not twice with the same code. Resolves to the place of its first cell. */
async function enqueue(logs: SessionLogs, sessionId: string, { by, ...entry }: Entry): Promise<number> {
  const [cellId = ''] = entry.cellIds;
  const session = await logs.readSession(sessionId);
  const isThere = !entry.scope && findWaitingSource(session, cellId) === findCell(session, cellId)?.source;
  const { write } = logs.writerOf(sessionId, by);
  if (!isThere) await write({ ...entry, type: 'queue-add', entryId: createId('wait') });
  return listWaitingCells(await logs.readSession(sessionId)).indexOf(cellId) + 1;
}

async function takeOut(logs: SessionLogs, sessionId: string, cellId: string, by: Principal): Promise<void> {
  const session = await logs.readSession(sessionId);
  requireCell(session, cellId);
  if (!listWaitingCells(session).includes(cellId)) throw new AppError('conflict', NOT_WAITING);
  await logs.writerOf(sessionId, by).write({ type: 'queue-remove', cellIds: [cellId], reason: 'user' });
}

/** The user's cell, or batch, that was running when its process crashed. */
function findLeft({ cells, batch }: Session): Entry | null {
  const running = cells.find(({ status, isRunByUser }) => status === 'running' && isRunByUser);
  const cellIds = running ? [running.id] : [];
  if (batch?.status === 'running') return { by: SYSTEM, scope: batch.scope, cellIds, resumed: running };
  return running ? { by: SYSTEM, cellIds, resumed: running } : null;
}
