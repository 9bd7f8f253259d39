/** Workspace folders on this machine: `workspaces/<sessionId>/`, readable by the owner alone. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, statSync } from 'node:fs';
import { chmod, copyFile, type FileHandle, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { WorkspaceFile } from '../../protocol/files/workspace-file.ts';
import { AppError } from '../../util/app-error.ts';
import { formatBytes } from '../../util/format-bytes.ts';
import { createTurns, type Turns } from '../../util/turns.ts';
import type { Workspaces } from '../store.ts';
import { createFileTrash } from './file-trash.ts';
import { type FoundFile, listFiles } from './list-files.ts';
import { NO_SYMLINK, openInside } from './open-inside.ts';
import { giveToOwnerOf, putInside } from './put-inside.ts';

const run = promisify(execFile);

/** Files of one copy together. */
const MAX_COPY_BYTES = 2 * 1000 ** 3;

const SESSION_ID = /^[a-zA-Z0-9-]{1,64}$/;

/**
 * Deleted files are in a folder next to `dir`: moving them there takes no time. `folderTurns` are those of the kernels that
 * work in the folders: no file is looked for while all of them are on their way to another folder.
 */
export function createWorkspaces(dir: string, folderTurns: Turns = createTurns()): Workspaces {
  const trash = createFileTrash(`${dir}-trash`);
  function toPath(sessionId: string): string {
    if (!SESSION_ID.test(sessionId)) throw new AppError('not-found', 'No such session.');
    return join(dir, sessionId);
  }

  async function openFolder(sessionId: string): Promise<string> {
    await mkdir(toPath(sessionId), { recursive: true, mode: 0o700 });
    return realpath(toPath(sessionId));
  }

  /** Null where there is none. */
  const find = (sessionId: string) => realpath(toPath(sessionId)).catch(() => null);

  const list = (root: string) => folderTurns(root, () => listFiles(root));

  return {
    open: openFolder,
    putFile: async (sessionId, name, put) => putInside(await openFolder(sessionId), name, put),
    identify: async (sessionId) => {
      // Before each cell: another thread takes twenty times as long to be woken as this takes.
      const found = statSync(toPath(sessionId), { throwIfNoEntry: false });
      return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
    },
    openFile: async (sessionId, name, maxBytes = Number.POSITIVE_INFINITY) => {
      const root = await find(sessionId);
      const file = root === null ? null : await folderTurns(root, () => openFile(root, name));
      if (!file) throw new AppError('not-found', `There is no file “${name}” in this session.`);
      const { size } = await file.stat();
      const stream = Readable.toWeb(readStart(file, Math.min(size, maxBytes)));
      return { stream: stream as ReadableStream<Uint8Array>, bytes: size };
    },
    listFiles: async (sessionId) => {
      const root = await find(sessionId);
      if (root === null) return { files: [], isCut: false };
      const { files, isCut } = await list(root);
      return { files: files.map(({ changedAt: _, ...file }) => file), isCut };
    },
    listChanged: async (sessionId, since, isByContent) => {
      const root = await find(sessionId);
      const { files } = root === null ? { files: [] } : await list(root);
      const readAt = ({ modifiedAt, changedAt }: FoundFile) =>
        isByContent ? modifiedAt : Math.max(modifiedAt, changedAt);
      return files.filter((file) => readAt(file) >= since).map(({ name }) => name);
    },
    measure: async (sessionId) => {
      const root = await find(sessionId);
      return root === null ? 0 : sumBytes((await list(root)).files);
    },
    copy: async (fromSessionId, toSessionId, maxBytes = MAX_COPY_BYTES) => {
      const from = await find(fromSessionId);
      if (from === null) return;
      const { files } = await list(from);
      const bytes = sumBytes(files);
      if (bytes > maxBytes) throw new AppError('too-large', describeTooMuch(bytes, maxBytes));
      await mkdir(toPath(toSessionId), { recursive: true, mode: 0o700 });
      for (const file of files) {
        const source = await folderTurns(from, () => openFile(from, file.name));
        // What went away meanwhile is left out.
        if (source) await copyOpen(source, file, toPath(toSessionId));
      }
    },
    copyOne: async (fromSessionId, toSessionId, name) => {
      const from = await find(fromSessionId);
      const source = from === null ? null : await folderTurns(from, () => openFile(from, name));
      if (!source) throw new AppError('not-found', `There is no file “${name}” in this session.`);
      const { size } = await source.stat();
      await putInside(await openFolder(toSessionId), name, (path) => replaceFile(source, size, path));
    },
    swap: async (sessionId, otherId) => {
      const [one, other] = [await openFolder(sessionId), await openFolder(otherId)];
      const between = `${one}.swap-${process.pid}`;
      await folderTurns(one, () =>
        folderTurns(other, async () => {
          await rename(one, between);
          await rename(other, one);
          await rename(between, other);
        }),
      );
    },
    remove: async (sessionId) => {
      await Promise.all([removeFolder(toPath(sessionId)), trash.remove(sessionId)]);
    },
    trash,
  };
}

function sumBytes(files: readonly WorkspaceFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function describeTooMuch(bytes: number, maxBytes: number): string {
  const [taken, most] = [bytes, maxBytes].map(formatBytes);
  return `The files of this notebook take ${taken} together; at most ${most} can be copied. Remove some of them first.`;
}

/** Removes also what code made to last: folders nested past the length of a path, or closed to their owner. */
async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (process.platform === 'win32') throw error;
    // Both walk folder by folder, which has no limit of depth, and follow no symlink below the path itself.
    await run('chmod', ['-R', 'u+rwX', '--', path]).catch(() => {});
    await run('rm', ['-rf', '--', path]);
  }
}

/** A regular file. `O_NONBLOCK` keeps a pipe from blocking the open. */
async function openFile(root: string, name: string): Promise<FileHandle | null> {
  const opened = await openInside(root, name, constants.O_RDONLY | NO_SYMLINK | (constants.O_NONBLOCK ?? 0));
  if (!opened) return null;
  if ((await opened.handle.stat()).isFile()) return opened.handle;
  await opened.handle.close();
  return null;
}

/** Copied beside its place first, so that a symlink planted there is replaced, not followed. */
async function replaceFile(source: FileHandle, size: number, path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await copyContent(source, size, temporary);
    await giveToOwnerOf(dirname(path), temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function copyOpen(file: FileHandle, { name, bytes }: WorkspaceFile, target: string): Promise<void> {
  const path = join(target, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await copyContent(file, Math.min((await file.stat()).size, bytes), path);
}

/** To a new file. Closes the first. */
async function copyContent(file: FileHandle, size: number, path: string): Promise<void> {
  if (process.platform !== 'linux') {
    await pipeline(readStart(file, size), createWriteStream(path, { mode: 0o600 }));
    return;
  }
  // Takes no space where the file system shares blocks. Not a hard link, through which a write would reach the original.
  try {
    await copyFile(`/proc/self/fd/${file.fd}`, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(path, 0o600);
  } finally {
    await file.close();
  }
}

/** Its first bytes, and none of those by which it may grow meanwhile, without end. Closes the file. */
function readStart(file: FileHandle, bytes: number): Readable {
  if (bytes > 0) return file.createReadStream({ start: 0, end: bytes - 1 });
  void file.close();
  return Readable.from([]);
}
