/** The files of sessions: what users add, rename, delete, and bring back, in folders where code is at work. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventBody } from '../../protocol/events/event.ts';
import { parseFilePath } from '../../protocol/files/file-name.ts';
import type { TrashedFile } from '../../protocol/files/trashed-file.ts';
import type { Session } from '../../session/session.ts';
import { findFilePlace } from '../../session/view/files/list-read-paths.ts';
import type { FileTrash, Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { OwnWorkbench, Workbench } from '../kernels/workbench.ts';

export interface NewFile {
  /** May go through folders: `data/sales.csv`. */
  name: string;
  /** Whether it goes where the notebook's code reads a file of this name. */
  isForCode?: boolean;
  source: AsyncIterable<Uint8Array>;
  /** Set for an example: where it came from. */
  credit?: string;
}

interface StoredFile {
  name: string;
  bytes: number;
}

export interface SessionFiles {
  /** Stores a file and copies it into the workspace. One of the same name is replaced, and kept in the trash. */
  addFile(sessionId: string, file: NewFile): Promise<StoredFile>;
  /** Adds the files that the user added to another session, as they were added, to one that has none. */
  copyAddedFiles(fromSessionId: string, toSessionId: string): Promise<void>;
  /**
   * Puts a file that the user added and code deleted back as it was added. Throws AppError `not-found` for a file that was
   * not added, and `conflict` where something has its name.
   */
  putBackFile(sessionId: string, name: string): Promise<StoredFile>;
  /**
   * Gives it another name, or moves it into another folder: it counts as added by the user from then on. Throws AppError
   * `not-found`, and `conflict` where something has the new name.
   */
  renameFile(sessionId: string, from: string, to: string): Promise<StoredFile>;
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
  /** As {@link Workspaces.listFiles}, of the folder that the kernel works in. */
  listFiles: Workspaces['listFiles'];
}

/** Stores what is uploaded, of all principals within the same limits. */
export type PutUpload = (source: NewFile['source']) => Promise<{ blob: string; bytes: number }>;

export function createSessionFiles(bench: OwnWorkbench, putUpload: PutUpload): SessionFiles {
  const { logs, kernels, blobs, workspaces, by } = bench;
  const { trash } = workspaces;
  const { readSession } = logs;
  const write = (sessionId: string, body: EventBody) => logs.writerOf(sessionId, by).write(body);

  return {
    addFile: async (sessionId, { source, credit, isForCode = false, ...file }) => {
      const asked = parseFilePath(file.name);
      const before = await readSession(sessionId);
      const name = isForCode ? findFilePlace(before, asked) : asked;
      const { blob, bytes } = await putUpload(source);
      const isReplacement = await kernels.changeFolder(sessionId, async (root) =>
        replace(bench, await readSession(sessionId), root, { name, blob, bytes }),
      );
      await write(sessionId, {
        ...{ type: 'file-add', name, bytes, blob },
        ...(credit === undefined ? { origin: 'upload' } : { origin: 'example', credit }),
        ...(isReplacement ? { isReplacement } : {}),
      });
      return { name, bytes };
    },
    copyAddedFiles: (...between) => copyAddedFiles(bench, ...between),
    putBackFile: async (sessionId, name) => {
      const session = await readSession(sessionId);
      const file = session.files.find((each) => each.name === name);
      if (!file) throw new AppError('not-found', `“${name}” was not added to this session.`);
      const { bytes, blob, origin, credit } = file;
      await kernels.changeFolder(sessionId, (root) => replace(bench, session, root, { name, blob, bytes }));
      const credited = credit === undefined ? {} : { credit };
      await write(sessionId, { type: 'file-add', name, bytes, blob, origin, ...credited });
      return { name, bytes };
    },
    renameFile: async (sessionId, from, to) => {
      const session = await readSession(sessionId);
      const { blob, bytes } = await kernels.changeFolder(sessionId, async (root) => {
        const { stream } = await workspaces.openFile(sessionId, from);
        const stored = await blobs.putStream(stream, Number.POSITIVE_INFINITY);
        if (await isTaken(join(root, to)))
          throw new AppError('conflict', `There is a file “${to}” already. Choose another name.`);
        await put(bench, sessionId, to, stored.blob);
        // Through the trash, which moves files safely while code is at work.
        const fileId = await putAway(trash, session, root, from, 'replaced');
        if (fileId !== null) await trash.erase(sessionId, fileId);
        return stored;
      });
      await write(sessionId, { type: 'file-add', name: to, bytes, blob, origin: 'upload' });
      await write(sessionId, { type: 'file-delete', name: from });
      return { name: to, bytes };
    },
    deleteFile: async (sessionId, name) => {
      const session = await readSession(sessionId);
      const fileId = await kernels.changeFolder(sessionId, (root) =>
        putAway(trash, session, root, name, 'deleted'),
      );
      if (fileId === null) throw new AppError('not-found', `There is no file “${name}” in this session.`);
      await write(sessionId, { type: 'file-delete', name });
      return fileId;
    },
    listTrashedFiles: async (sessionId) => {
      await readSession(sessionId);
      return trash.list(sessionId);
    },
    restoreFile: async (sessionId, fileId) => {
      const session = await readSession(sessionId);
      const { stored, name, isUploadReplaced } = await kernels.changeFolder(sessionId, async (root) => {
        // Looked for in turn: asked for twice, the second would take away what the first has brought back.
        const file = (await trash.list(sessionId)).find(({ id }) => id === fileId);
        if (!file) throw new AppError('not-found', 'This file is not in the trash.');
        // Adding it again stores what it holds: code may have changed it since it was added.
        const stored = file.isAdded
          ? await blobs.putStream(await trash.open(sessionId, fileId), Number.POSITIVE_INFINITY)
          : null;
        await putAway(trash, session, root, file.name, 'replaced');
        const name = await trash.restore(sessionId, fileId, root);
        return { stored, name, isUploadReplaced: isAdded(session, file.name) };
      });
      // Or the file of code would count as the upload whose place it takes.
      if (!stored && isUploadReplaced) await write(sessionId, { type: 'file-delete', name });
      await write(
        sessionId,
        stored ? { type: 'file-add', name, ...stored, origin: 'upload' } : { type: 'file-restore', name },
      );
      return name;
    },
    eraseFile: async (sessionId, fileId) => {
      await readSession(sessionId);
      await trash.erase(sessionId, fileId);
    },
    listFiles: async (sessionId) => {
      await kernels.checkFolder(sessionId);
      return workspaces.listFiles(sessionId);
    },
  };
}

async function copyAddedFiles(
  bench: OwnWorkbench,
  fromSessionId: string,
  toSessionId: string,
): Promise<void> {
  const { write } = bench.logs.writerOf(toSessionId, bench.by);
  for (const { name, bytes, blob, origin, credit } of (await bench.logs.readSession(fromSessionId)).files) {
    await bench.kernels.changeFolder(toSessionId, () => put(bench, toSessionId, name, blob));
    await write({ type: 'file-add', name, bytes, blob, origin, ...(credit === undefined ? {} : { credit }) });
  }
}

function put({ workspaces, blobs }: Workbench, sessionId: string, name: string, blob: string): Promise<void> {
  return workspaces.putFile(sessionId, name, (path) => blobs.copyTo(blob, path));
}

/** Moves a file from the folder to the trash. Resolves to its ID in the trash, or to null if the file does not exist. */
function putAway(
  trash: FileTrash,
  session: Session,
  root: string,
  name: string,
  reason: TrashedFile['reason'],
): Promise<string | null> {
  return trash.put(session.id, root, { name, reason, isAdded: isAdded(session, name) });
}

/** Puts a file in the place of one with its name, which goes to the trash unless it is the same. Resolves to whether it did. */
async function replace(
  bench: Workbench,
  session: Session,
  root: string,
  { name, blob, bytes }: StoredFile & { blob: string },
): Promise<boolean> {
  const { trash } = bench.workspaces;
  const isSame = await holds(join(root, name), { blob, bytes });
  const fileId = isSame ? null : await putAway(trash, session, root, name, 'replaced');
  try {
    await put(bench, session.id, name, blob);
  } catch (error) {
    if (fileId !== null) await trash.restore(session.id, fileId, root);
    throw error;
  }
  return fileId !== null;
}

function isAdded({ files }: Session, name: string): boolean {
  return files.some((file) => file.name === name);
}

async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

/** Whether this is the content of a file. */
async function holds(path: string, { blob, bytes }: { blob: string; bytes: number }): Promise<boolean> {
  const present = await lstat(path).catch(() => null);
  if (!present?.isFile() || present.size !== bytes) return false;
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path)) sha256.update(chunk);
  return sha256.digest('hex') === blob;
}
