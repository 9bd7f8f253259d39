/** The folders of sessions, each with one kernel at work in it, also after somebody removed or replaced one. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, Workspaces } from '../../store/store.ts';
import { createTurns, type Turns } from '../../util/turns.ts';
import type { SessionLogs } from '../events/session-logs.ts';

/** What became of the folder that a kernel works in. */
export type FolderLoss = 'removed' | 'replaced';

export interface SessionFolders {
  /** Files come and go in turn with the start of a kernel, which may put another folder in the place of the first. */
  inTurn: Turns;
  /** Resolves to the path. A missing folder is created, with the files that were added to the session. */
  open(sessionId: string): Promise<string>;
  /** Remembers the present folder as the one that the kernel works in. */
  follow(sessionId: string): Promise<void>;
  /** Each of two sessions gets the folder of the other. No kernel may be followed in either. */
  swap(sessionId: string, otherId: string): Promise<void>;
  /** Called before a cell without a box, whose code may remove its folder or create it again: no check until {@link endCell}. */
  beginCell(sessionId: string): void;
  /** Called after such a cell: what its code did with the folder does not end the kernel. */
  endCell(sessionId: string): Promise<void>;
  forget(sessionId: string): void;
  /**
   * Where the kernel's folder was removed or replaced, waits for `end` and puts back the files that were added to the
   * session and are missing. Resolves to what happened, or null.
   */
  check(sessionId: string, end: (loss: FolderLoss) => Promise<void>): Promise<FolderLoss | null>;
}

interface SessionFoldersDeps {
  blobs: Pick<Blobs, 'copyTo'>;
  workspaces: Pick<Workspaces, 'open' | 'identify' | 'putFile' | 'swap'>;
  logs: Pick<SessionLogs, 'readSession'>;
}

export function createSessionFolders({ blobs, workspaces, logs }: SessionFoldersDeps): SessionFolders {
  const inTurn = createTurns();
  const known = new Map<string, string | null | undefined>();
  const inCell = new Set<string>();

  /** Undefined when the disk does not say, as for a moment on a network: that says nothing of the folder. */
  const identify = (sessionId: string) => workspaces.identify(sessionId).catch(() => undefined);

  async function putBack(sessionId: string, path: string): Promise<void> {
    const { files } = await logs.readSession(sessionId);
    for (const { name, blob } of files) {
      const present = await lstat(join(path, name)).catch(() => null);
      if (!present) await workspaces.putFile(sessionId, name, (target) => blobs.copyTo(blob, target));
    }
  }

  async function open(sessionId: string): Promise<string> {
    const isMissing = (await identify(sessionId)) === null;
    const path = await workspaces.open(sessionId);
    if (isMissing) await putBack(sessionId, path);
    return path;
  }

  return {
    inTurn,
    open,
    swap: (sessionId, otherId) =>
      inTurn(sessionId, () => inTurn(otherId, () => workspaces.swap(sessionId, otherId))),
    follow: async (sessionId) => void known.set(sessionId, await identify(sessionId)),
    beginCell: (sessionId) => void inCell.add(sessionId),
    endCell: async (sessionId) => {
      const before = known.get(sessionId);
      const now = await identify(sessionId);
      const isFollowed = before !== undefined && known.get(sessionId) === before;
      if (isFollowed && now !== undefined) known.set(sessionId, now);
      inCell.delete(sessionId);
    },
    forget: (sessionId) => {
      known.delete(sessionId);
      inCell.delete(sessionId);
    },
    check: async (sessionId, end) => {
      const folder = known.get(sessionId);
      if (folder === undefined || inCell.has(sessionId)) return null;
      const now = await identify(sessionId);
      // A cell that has begun meanwhile may be what changed it.
      if (now === undefined || now === folder || inCell.has(sessionId)) return null;
      const loss = now === null ? 'removed' : 'replaced';
      // Meanwhile somebody else may have noticed.
      if (known.get(sessionId) === folder) {
        await end(loss);
        await inTurn(sessionId, async () => putBack(sessionId, await workspaces.open(sessionId)));
      }
      return loss;
    },
  };
}
