/** Puts a file into a folder that untrusted code can change at any moment, and never outside it. */
import { type FileHandle, lchown, lstat, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../util/app-error.ts';
import { hasCode } from '../../util/has-code.ts';
import { FOLDER, NO_SYMLINK } from './open-inside.ts';

/**
 * Calls `put` with a path for the file `name` below `root`, whose folders are created. On Linux each folder is opened
 * without following symlinks, and the path goes through the open one: what code renames meanwhile changes nothing.
 * Throws AppError `conflict` where something other than a folder is in the way.
 */
export async function putInside(
  root: string,
  name: string,
  put: (path: string) => Promise<void>,
): Promise<void> {
  const opened: FileHandle[] = [];
  try {
    const folders = name.split('/');
    const fileName = folders.pop() ?? '';
    let folder = await openFolder(root, opened);
    for (const each of folders) folder = await enter(folder, each, opened);
    await put(join(folder, fileName));
  } finally {
    // Node 22, which packages run with, has no stack of what is to be disposed.
    await Promise.all(opened.map((handle) => handle.close()));
  }
}

async function enter(parent: string, name: string, opened: FileHandle[]): Promise<string> {
  const path = join(parent, name);
  const isNew = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    },
  );
  if (!(await lstat(path)).isDirectory()) throw inTheWay(name);
  if (isNew) await giveToOwnerOf(parent, path);
  return openFolder(path, opened).catch((cause: unknown) => {
    throw inTheWay(name, cause);
  });
}

/** Resolves to a path that reaches the folder, wherever it is, until what is added to `opened` is closed. */
async function openFolder(path: string, opened: FileHandle[]): Promise<string> {
  if (process.platform !== 'linux') return path;
  const handle = await open(path, FOLDER | NO_SYMLINK);
  opened.push(handle);
  return `/proc/self/fd/${handle.fd}`;
}

/** Started as root, Actbook leaves the workspaces to other users: what it puts there must be theirs too. */
export async function giveToOwnerOf(parent: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(parent);
  await lchown(path, uid, gid);
}

function inTheWay(name: string, cause?: unknown): AppError {
  return new AppError('conflict', `“${name}” is not a folder. Rename it and add the file again.`, { cause });
}
