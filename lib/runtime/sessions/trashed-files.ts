/** Deletes files of a session, and brings them back. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrashedFile } from '../../protocol/files/trashed-file.ts';
import type { Session } from '../../session/session.ts';
import type { Blobs, Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { EventWriter } from '../events/live-session.ts';
import type { SessionFolders } from '../kernels/session-folders.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';

export interface TrashedFiles {
  /** Moves a file of the workspace to the trash. Resolves to its ID there. Throws AppError `not-found`. */
  deleteFile(sessionId: string, name: string): Promise<string>;
  /** The last first. */
  listTrashedFiles(sessionId: string): Promise<TrashedFile[]>;
  /**
   * Brings a file back; one that has its name meanwhile goes to the trash. Resolves to its name: its own, without folders
   * that are gone. Throws AppError `not-found`.
   */
  restoreFile(sessionId: string, fileId: string): Promise<string>;
  /** Removes it from the trash for good. */
  eraseFile(sessionId: string, fileId: string): Promise<void>;
}

interface TrashedFilesDeps {
  blobs: Pick<Blobs, 'putStream'>;
  workspaces: Pick<Workspaces, 'trash'>;
  folders: Pick<SessionFolders, 'inTurn' | 'open'>;
  kernels: Pick<SessionKernels, 'checkFolder'>;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export function createTrashedFiles(deps: TrashedFilesDeps): TrashedFiles {
  const { blobs, folders, kernels, readSession, writerOf } = deps;
  const { trash } = deps.workspaces;

  /** Adding it again stores what it holds: code may have changed it since it was added. */
  async function storeAgain(sessionId: string, fileId: string): Promise<{ blob: string; bytes: number }> {
    return blobs.putStream(await trash.open(sessionId, fileId), Number.POSITIVE_INFINITY);
  }

  return {
    deleteFile: async (sessionId, name) => {
      const session = await readSession(sessionId);
      await kernels.checkFolder(sessionId);
      const fileId = await folders.inTurn(sessionId, async () =>
        trash.put(sessionId, await folders.open(sessionId), {
          name,
          reason: 'deleted',
          isAdded: isAdded(session, name),
        }),
      );
      if (fileId === null) throw new AppError('not-found', `There is no file “${name}” in this session.`);
      await writerOf(sessionId).write({ type: 'file-delete', name });
      return fileId;
    },
    listTrashedFiles: async (sessionId) => {
      await readSession(sessionId);
      return trash.list(sessionId);
    },
    restoreFile: async (sessionId, fileId) => {
      const session = await readSession(sessionId);
      await kernels.checkFolder(sessionId);
      const { stored, name, isUploadReplaced } = await folders.inTurn(sessionId, async () => {
        // Looked for in turn: asked for twice, the second would take away what the first has brought back.
        const file = (await trash.list(sessionId)).find(({ id }) => id === fileId);
        if (!file) throw new AppError('not-found', 'This file is not in the trash.');
        const stored = file.isAdded ? await storeAgain(sessionId, fileId) : null;
        const root = await folders.open(sessionId);
        const isUploadReplaced = isAdded(session, file.name);
        const replaced = { name: file.name, reason: 'replaced', isAdded: isUploadReplaced } as const;
        await trash.put(sessionId, root, replaced);
        return { stored, name: await trash.restore(sessionId, fileId, root), isUploadReplaced };
      });
      // Or the file of code would count as the upload whose place it takes.
      if (!stored && isUploadReplaced) await writerOf(sessionId).write({ type: 'file-delete', name });
      await writerOf(sessionId).write(
        stored ? { type: 'file-add', name, ...stored, origin: 'upload' } : { type: 'file-restore', name },
      );
      return name;
    },
    eraseFile: async (sessionId, fileId) => {
      await readSession(sessionId);
      await trash.erase(sessionId, fileId);
    },
  };
}

/** Keeps the file that an upload of this name will replace, unless it is the same. Resolves to its ID in the trash, or null. */
export async function trashReplaced(
  trash: Workspaces['trash'],
  { session, root }: { session: Session; root: string },
  upload: { name: string; bytes: number; blob: string },
): Promise<string | null> {
  const { name } = upload;
  const path = join(root, name);
  const present = await lstat(path).catch(() => null);
  if (!present?.isFile()) return null;
  if (present.size === upload.bytes && (await hash(path)) === upload.blob) return null;
  return trash.put(session.id, root, { name, reason: 'replaced', isAdded: isAdded(session, name) });
}

function isAdded({ files }: Session, name: string): boolean {
  return files.some((file) => file.name === name);
}

async function hash(path: string): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path)) sha256.update(chunk);
  return sha256.digest('hex');
}
