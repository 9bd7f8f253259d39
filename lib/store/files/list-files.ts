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

export interface FoundFile extends WorkspaceFile {
  /** When it last became what and where it is, milliseconds since 1970: unlike `modifiedAt`, code cannot set it. */
  readonly changedAt: number;
}

interface FoundFiles extends FileListing {
  files: FoundFile[];
}

/** Folder by folder, and follows no symlink. */
export async function listFiles(root: string): Promise<FoundFiles> {
  const files: FoundFile[] = [];
  const folders = [''];
  let entries = 0;
  const isEnough = () => files.length >= MAX_FILES || entries >= MAX_ENTRIES;

  async function addEntries(path: string, folder: string): Promise<void> {
    for await (const { name } of await opendir(path)) {
      if (isEnough()) return;
      entries += 1;
      const inside = folder === '' ? name : `${folder}/${name}`;
      if (!isUsable(inside)) continue;
      const stat = await lstat(join(path, name)).catch(() => null);
      // Copies of code that Python makes for itself are left out.
      if (stat?.isDirectory() && name !== '__pycache__') folders.push(inside);
      if (!stat?.isFile()) continue;
      const [modifiedAt, changedAt] = [Math.round(stat.mtimeMs), Math.round(stat.ctimeMs)];
      files.push({ name: inside, bytes: stat.size, modifiedAt, changedAt });
    }
  }

  // The list grows while it is gone through.
  for (const folder of folders) {
    if (isEnough()) break;
    await using opened = await openInside(root, folder, FOLDER | NO_SYMLINK);
    // What goes away meanwhile, or becomes something else, is not listed.
    if (opened) await addEntries(opened.path, folder).catch(() => {});
  }
  return { files, isCut: isEnough() };
}

/** Whether it can be asked for by this name: others, and those that begin with a dot, are left out. */
function isUsable(path: string): boolean {
  return attempt(() => parseFilePath(path)) === path;
}
