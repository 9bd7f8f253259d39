/** How sessions go: into the trash first, and for good when nobody has wanted them back. */
import type { DiscardedSession } from '../../protocol/sessions/session-summary.ts';
import { TRASH_MS } from '../../protocol/trash-ms.ts';
import { UNDO_MS } from '../../protocol/undo.ts';
import type { Blobs, Store, Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { createSteadyClock } from '../../util/steady-clock.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';

export interface SessionRemoval {
  /** Stops its run and kernel, then removes log and workspace, for good. */
  delete(sessionId: string): Promise<void>;
  /**
   * Stops its run and puts it into the trash; for {@link TRASH_MS} it can be restored, for {@link UNDO_MS} with its
   * kernel. Throws AppError `not-found`.
   */
  discard(sessionId: string): Promise<void>;
  /** Throws AppError `not-found` when it is gone for good, or on its way. */
  restore(sessionId: string): Promise<void>;
  /** Deletes a session in the trash for good. Throws AppError `not-found` when it is not there. */
  erase(sessionId: string): Promise<void>;
  /** The trash, the last first. */
  listDiscarded(): Promise<DiscardedSession[]>;
  /**
   * Ends kernels of the trash, and deletes what was there too long. For a process that stays, now and then. Deletes nothing
   * before the clock has run evenly for an hour. `elapsed` is from a clock that nobody sets, milliseconds.
   */
  purgeDiscarded(now?: number, elapsed?: number): Promise<void>;
}

interface SessionRemovalDeps {
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  kernels: Pick<SessionKernels, 'close'>;
  endWork(sessionId: string): Promise<void>;
  /** Drops what is in memory of a session that is gone. */
  forget(sessionId: string): void;
  /** How long the clock has to run evenly before anything is deleted for good, milliseconds. Default 1 hour. */
  steadyMs?: number;
}

/** How often the trash of files is looked through. */
const PURGE_FILES_MS = 60 * 60_000;
const STEADY_MS = 60 * 60_000;
const TRASHED = 'The notebook was in the trash.';

export function createSessionRemoval(deps: SessionRemovalDeps): SessionRemoval {
  const { store, blobs, workspaces, kernels, endWork } = deps;

  const clock = createSteadyClock(deps.steadyMs ?? STEADY_MS);
  let filesPurgedAt = 0;

  async function remove(sessionId: string): Promise<void> {
    await endWork(sessionId);
    await kernels.close(sessionId, null);
    await store.deleteSession(sessionId);
    await Promise.all([workspaces.remove(sessionId), store.sweepBlobs(blobs.remove)]);
    deps.forget(sessionId);
  }

  return {
    delete: remove,
    discard: async (sessionId) => {
      if (!(await store.getSession(sessionId)))
        throw new AppError('not-found', 'This session does not exist.');
      await endWork(sessionId);
      await store.discardSession(sessionId);
    },
    restore: async (sessionId) => {
      if (!(await store.restoreSession(sessionId)))
        throw new AppError('not-found', 'This notebook can no longer be restored.');
    },
    erase: async (sessionId) => {
      const [taken] = await store.takeDiscarded(Number.MAX_SAFE_INTEGER, sessionId);
      if (taken === undefined) throw new AppError('not-found', 'This notebook is not in the trash.');
      await remove(taken);
    },
    listDiscarded: async () => {
      const now = Date.now();
      const all = await store.listDiscarded();
      const left = all.map(({ id, title, deletedAt }) => ({
        id,
        title,
        deletedAt,
        undoMs: Math.max(0, deletedAt + UNDO_MS - now),
        keptMs: deletedAt + TRASH_MS - now,
      }));
      return left.filter(({ keptMs }) => keptMs > 0);
    },
    purgeDiscarded: async (now = Date.now(), elapsed = performance.now()) => {
      const isSteady = clock.look(now, elapsed);
      if (isSteady) await Promise.allSettled((await store.takeDiscarded(now - TRASH_MS)).map(remove));
      const resting = (await store.listDiscarded()).filter(({ deletedAt }) => deletedAt <= now - UNDO_MS);
      await Promise.allSettled(resting.map(({ id }) => kernels.close(id, TRASHED)));
      if (!isSteady) return;
      // The clock may have been ahead.
      if (Math.abs(now - filesPurgedAt) > PURGE_FILES_MS) {
        filesPurgedAt = now;
        await workspaces.trash.purge(now - TRASH_MS);
      }
      // Removes what was held when its last session went.
      await store.sweepBlobs(blobs.remove, now);
    },
  };
}
