/** What is in a workspace, while code is at work in it. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFilePath } from '../../protocol/files/file-name.ts';
import type { FileListing, WorkspaceFile } from '../../protocol/files/workspace-file.ts';
import { attempt } from '../../util/attempt.ts';
import { FOLDER, NO_SYMLINK, openInside } from './open-inside.ts';

/** The most files that are listed, and the most entries that are looked at. */
const MAX_FILES = 500;
const MAX_ENTRIES = 5000;

/** Folder by folder, and follows no symlink. */
export async function listFiles(root: string): Promise<FileListing> {
  const found: Found = { files: [], folders: [''], entries: 0 };
  for (let folder = found.folders.shift(); folder !== undefined; folder = found.folders.shift()) {
    await using opened = await openInside(root, folder, FOLDER | NO_SYMLINK);
    // What goes away meanwhile, or becomes something else, is not listed.
    if (opened) await addEntries(opened.path, folder, found).catch(() => {});
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

async function addEntries(path: string, folder: string, found: Found): Promise<void> {
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

/** Whether it can be asked for by this name: others, and those that begin with a dot, are left out. */
function isUsable(path: string): boolean {
  return attempt(() => parseFilePath(path)) === path;
}
