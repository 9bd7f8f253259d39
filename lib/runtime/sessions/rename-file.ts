/** A file of a session under another name, or in another folder. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs, Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { EventWriter } from '../events/live-session.ts';
import type { SessionFolders } from '../kernels/session-folders.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';

interface RenameDeps {
  blobs: Pick<Blobs, 'putStream'>;
  workspaces: Pick<Workspaces, 'openFile' | 'trash'>;
  folders: Pick<SessionFolders, 'inTurn' | 'open' | 'put'>;
  /** A kernel in a folder that was removed would not see the file. */
  kernels: Pick<SessionKernels, 'checkFolder'>;
  writerOf(sessionId: string): EventWriter;
}

/** The user has named it: it counts as added by the user from then on. Throws AppError `not-found` or `conflict`. */
export async function renameFile(
  { blobs, workspaces, folders, kernels, writerOf }: RenameDeps,
  sessionId: string,
  { from, to }: { from: string; to: string },
): Promise<{ name: string; bytes: number }> {
  await kernels.checkFolder(sessionId);
  const { stream } = await workspaces.openFile(sessionId, from);
  const { blob, bytes } = await blobs.putStream(stream, Number.POSITIVE_INFINITY);
  await folders.inTurn(sessionId, async () => {
    const root = await folders.open(sessionId);
    if (await lstat(join(root, to)).catch(() => null))
      throw new AppError('conflict', `There is a file “${to}” already. Choose another name.`);
    await folders.put(sessionId, to, blob);
    // Through the trash, which moves files safely while code is at work.
    const trashed = await workspaces.trash.put(sessionId, root, {
      name: from,
      reason: 'replaced',
      isAdded: false,
    });
    if (trashed !== null) await workspaces.trash.erase(sessionId, trashed);
  });
  const writer = writerOf(sessionId);
  await writer.write({ type: 'file-add', name: to, bytes, blob, origin: 'upload' });
  await writer.write({ type: 'file-delete', name: from });
  return { name: to, bytes };
}
