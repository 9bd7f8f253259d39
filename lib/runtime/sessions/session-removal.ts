/** How sessions go: out of sight first, and for good when nobody has wanted them back. */
import { UNDO_MS } from '../../protocol/undo.ts';
import type { Blobs, Store, Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';

export interface SessionRemoval {
  /** Stops its run and kernel, then removes log and workspace, for good. */
  delete(sessionId: string): Promise<void>;
  /**
   * Stops its run and takes it out of sight; for {@link UNDO_MS} it can be restored, with kernel and files. Throws
   * AppError `not-found`.
   */
  discard(sessionId: string): Promise<void>;
  /** Throws AppError `not-found` when it is gone for good, or on its way. */
  restore(sessionId: string): Promise<void>;
  /** What can be restored, the last first, and for how long it still can, milliseconds. */
  listDiscarded(): Promise<{ id: string; title: string; undoMs: number }[]>;
  /** Deletes what was discarded longer ago than it can be restored. For a process that stays, now and then. */
  purgeDiscarded(now?: number): Promise<void>;
}

interface SessionRemovalDeps {
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  kernels: Pick<SessionKernels, 'close'>;
  endWork(sessionId: string): Promise<void>;
  /** Drops what is in memory of a session that is gone. */
  forget(sessionId: string): void;
}

export function createSessionRemoval(deps: SessionRemovalDeps): SessionRemoval {
  const { store, blobs, workspaces, kernels, endWork } = deps;

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
    listDiscarded: async () => {
      const now = Date.now();
      const all = await store.listDiscarded();
      const left = all.map(({ id, title, deletedAt }) => ({ id, title, undoMs: deletedAt + UNDO_MS - now }));
      return left.filter(({ undoMs }) => undoMs > 0);
    },
    purgeDiscarded: async (now = Date.now()) => {
      const over = await store.takeDiscarded(now - UNDO_MS);
      await Promise.allSettled(over.map(remove));
      // What was held when its last session went.
      await store.sweepBlobs(blobs.remove, now);
    },
  };
}
