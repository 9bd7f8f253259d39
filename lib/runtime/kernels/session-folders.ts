/** The folders of sessions, each with one kernel at work in it, also after somebody removed one. */
import { join } from 'node:path';
import type { Session } from '../../session/session.ts';
import type { Blobs, Workspaces } from '../../store/store.ts';
import { createTurns, type Turns } from '../../util/turns.ts';

export interface SessionFolders {
  /** Files come and go in turn with the start of a kernel, which may put another folder in the place of the first. */
  inTurn: Turns;
  /** Resolves to the path. A missing folder is created, with the files that were added to the session. */
  open(sessionId: string): Promise<string>;
  /** Remembers the present folder as the one that the kernel works in. */
  follow(sessionId: string): Promise<void>;
  /** After a cell without a box: the kernel enters a new folder before its next cell, and a folder that its code removed does not end it. */
  followCell(sessionId: string): Promise<void>;
  forget(sessionId: string): void;
  /** Where the kernel's folder was removed, waits for `end` and creates a new one. Resolves to whether it was. */
  check(sessionId: string, end: () => Promise<void>): Promise<boolean>;
}

interface SessionFoldersDeps {
  blobs: Pick<Blobs, 'copyTo'>;
  workspaces: Pick<Workspaces, 'open' | 'identify'>;
  readSession(sessionId: string): Promise<Session>;
}

export function createSessionFolders({ blobs, workspaces, readSession }: SessionFoldersDeps): SessionFolders {
  const inTurn = createTurns();
  const known = new Map<string, string | null>();

  async function open(sessionId: string): Promise<string> {
    const isMissing = (await workspaces.identify(sessionId)) === null;
    const path = await workspaces.open(sessionId);
    if (!isMissing) return path;
    const { files } = await readSession(sessionId);
    for (const { name, blob } of files) await blobs.copyTo(blob, join(path, name));
    return path;
  }

  return {
    inTurn,
    open,
    follow: async (sessionId) => void known.set(sessionId, await workspaces.identify(sessionId)),
    followCell: async (sessionId) => {
      const before = known.get(sessionId);
      const now = await workspaces.identify(sessionId);
      const isFollowed = before !== undefined && known.get(sessionId) === before;
      if (isFollowed && (before === null || now === null)) known.set(sessionId, now);
    },
    forget: (sessionId) => void known.delete(sessionId),
    check: async (sessionId, end) => {
      const folder = known.get(sessionId);
      if (folder === undefined || (await workspaces.identify(sessionId)) === folder) return false;
      // Meanwhile somebody else may have noticed.
      if (known.get(sessionId) === folder) {
        await end();
        await inTurn(sessionId, () => open(sessionId));
      }
      return true;
    },
  };
}
