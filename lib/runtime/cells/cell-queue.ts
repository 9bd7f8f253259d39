/** What the user runs begins at once where nothing is running, and waits in the session's queue where something is. */
import type { BatchScope } from '../../protocol/cells/batch.ts';
import type { CellOperation } from '../../protocol/cells/cell-operation.ts';
import type { QueueExit } from '../../protocol/cells/queue.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import { findCell, type Session } from '../../session/session.ts';
import { findWaitingSource, listWaitingCells } from '../../session/view/cells/list-waiting-cells.ts';
import { createTurns } from '../../util/turns.ts';
import type { CellWork, CellWorkDeps } from './cell-work.ts';
import type { Due } from './run-next.ts';

export interface CellQueue {
  /** Resolves to the place of the first cell; see `CellRunner.execute`. `toOrder` is given the session as it is then. */
  run(sessionId: string, toOrder: (session: Session) => Order): Promise<number>;
  /** Notes that what waits in the session is of this process. */
  note(sessionId: string): void;
  takeOutAll(sessionId: string, reason: QueueExit, by: Principal): Promise<boolean>;
  /** Takes out all that waits; nothing begins by itself any more. */
  close(): Promise<void>;
}

/** What the user wants to run: one cell, or those of a scope. */
export interface Order {
  cellIds: string[];
  scope?: BatchScope;
  timeoutMs?: number;
  /** The operation that runs one cell. */
  operation?: CellOperation;
  by: Principal;
}

export function createCellQueue(deps: CellWorkDeps, work: CellWork): CellQueue {
  const { leases, readSession, writerOf } = deps;
  const inSession = createTurns();
  /** Sessions with a queue of this process. */
  const queued = new Set<string>();
  let isClosed = false;
  leases.onFree((sessionId) => void runFreed(sessionId).catch(() => {}));

  /** Whether the lease was claimed; false where this process has it. Throws AppError `conflict` where another has. */
  function tryClaim(sessionId: string): Promise<boolean> {
    return leases.claim(sessionId).then(
      () => true,
      (error: unknown) => {
        if (leases.isHeldHere(sessionId)) return false;
        throw error;
      },
    );
  }

  /** Runs what was queued while something ran that did not run it: a rebuild, or the last step of a run. */
  async function runFreed(sessionId: string): Promise<void> {
    if (isClosed || work.isStuck(sessionId) || !queued.has(sessionId)) return;
    const { queue } = await readSession(sessionId);
    if (queue.length === 0) queued.delete(sessionId);
    else if (await tryClaim(sessionId)) work.start(sessionId, null);
  }

  async function add(sessionId: string, { by, ...order }: Order): Promise<number> {
    const [cellId = ''] = order.cellIds;
    const session = await readSession(sessionId);
    const isThere = !order.scope && findWaitingSource(session, cellId) === findCell(session, cellId)?.source;
    queued.add(sessionId);
    if (!isThere)
      await writerOf(sessionId, by).write({ type: 'queue-add', entryId: createId('wait'), ...order });
    const place = listWaitingCells(await readSession(sessionId)).indexOf(cellId) + 1;
    // What was running may have ended meanwhile.
    void runFreed(sessionId).catch(() => {});
    return place;
  }

  async function begin(sessionId: string, toOrder: (session: Session) => Order): Promise<number> {
    const session = await leases.endAbandoned(sessionId);
    const order = toOrder(session);
    const place = session.queue.length > 0 ? await add(sessionId, order) : 0;
    work.start(sessionId, place > 0 ? null : await toDue(session, order));
    return place;
  }

  async function toDue(session: Session, { cellIds, scope, timeoutMs, operation, by }: Order): Promise<Due> {
    const [cellId = ''] = cellIds;
    if (!scope) return { session, by, cellId, timeoutMs, operation };
    await writerOf(session.id, by).write({ type: 'batch-start', scope, cellIds });
    return { session: await readSession(session.id), by };
  }

  async function takeOutAll(sessionId: string, reason: QueueExit, by: Principal): Promise<boolean> {
    const { queue } = await readSession(sessionId);
    const cellIds = queue.flatMap(({ cells }) => cells.map(({ id }) => id));
    if (cellIds.length > 0) await writerOf(sessionId, by).write({ type: 'queue-remove', cellIds, reason });
    return cellIds.length > 0;
  }

  return {
    run: (sessionId, toOrder) =>
      inSession(sessionId, async () => {
        await work.settle(sessionId);
        work.forgive(sessionId);
        if (!(await tryClaim(sessionId))) return add(sessionId, toOrder(await readSession(sessionId)));
        try {
          return await begin(sessionId, toOrder);
        } catch (error) {
          await leases.release(sessionId);
          throw error;
        }
      }),
    note: (sessionId) => void queued.add(sessionId),
    takeOutAll,
    close: async () => {
      isClosed = true;
      await Promise.allSettled([...queued].map((sessionId) => takeOutAll(sessionId, 'close', SYSTEM)));
    },
  };
}
