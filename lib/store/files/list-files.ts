/** What is in a workspace, while code is at work in it. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { parseFilePath } from '../../protocol/files/file-name.ts';
import type { FileListing, WorkspaceFile } from '../../protocol/files/workspace-file.ts';

/** The most files that are listed, and the most entries that are looked at. */
const MAX_FILES = 500;
const MAX_ENTRIES = 5000;

/**
 * Folder by folder, and follows no symlink. Each folder is opened first, and then looked up where it really is: code may
 * have put a symlink in its place, or in that of a folder above it.
 */
export async function listFiles(root: string): Promise<FileListing> {
  const found: Found = { files: [], folders: [''], entries: 0 };
  for (let folder = found.folders.shift(); folder !== undefined; folder = found.folders.shift()) {
    const handle = await openFolder(root, folder);
    // What goes away meanwhile, or becomes something else, is not listed.
    if (handle) await addEntries(handle, { root, folder }, found).catch(() => {});
    await handle?.close();
    if (isEnough(found)) return { files: found.files, isCut: true };
  }
  return { files: found.files, isCut: false };
}

interface Found {
  files: WorkspaceFile[];
  /** Still to be looked into. */
  folders: string[];
  entries: number;
}

function isEnough({ files, entries }: Found): boolean {
  return files.length >= MAX_FILES || entries >= MAX_ENTRIES;
}

async function addEntries(
  handle: FileHandle,
  { root, folder }: { root: string; folder: string },
  found: Found,
): Promise<void> {
  const path = toPath(handle, join(root, folder));
  for await (const { name } of await opendir(path)) {
    if (isEnough(found)) return;
    found.entries += 1;
    const inside = folder === '' ? name : `${folder}/${name}`;
    if (!isUsable(inside)) continue;
    const stat = await lstat(join(path, name)).catch(() => null);
    if (stat?.isDirectory()) {
      // Copies of code that Python makes for itself.
      if (name !== '__pycache__') found.folders.push(inside);
    }
    if (stat?.isFile())
      found.files.push({ name: inside, bytes: stat.size, modifiedAt: Math.round(stat.mtimeMs) });
  }
}

/** Null for what is elsewhere, or no folder any more. */
async function openFolder(root: string, folder: string): Promise<FileHandle | null> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const path = join(root, folder);
  const handle = await open(path, O_RDONLY | (O_DIRECTORY ?? 0) | (O_NOFOLLOW ?? 0)).catch(() => null);
  if (!handle) return null;
  const place = await (isLinux ? readlink(toPath(handle, path)) : realpath(path)).catch(() => '');
  if (place === root || place.startsWith(root + sep)) return handle;
  await handle.close();
  return null;
}

const isLinux = process.platform === 'linux';

/** A way to the open folder that no rename turns elsewhere; only Linux has one. */
function toPath({ fd }: FileHandle, path: string): string {
  return isLinux ? `/proc/self/fd/${fd}` : path;
}

/** Whether it can be asked for by this name: others, and those that begin with a dot, are left out. */
function isUsable(path: string): boolean {
  try {
    return parseFilePath(path) === path;
  } catch {
    return false;
  }
}
