/** What a folder takes on the disk, while code is at work in it. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderUse {
  bytes: number;
  /** Files and folders. */
  files: number;
  /** Some of it cannot be looked into: nested too deep, or closed to its owner. */
  isHiding: boolean;
}

const BLOCK_BYTES = 512;

/** Follows no symlink. Stops early once `isEnough` says so. */
export async function measureFolder(
  root: string,
  isEnough: (use: FolderUse) => boolean = () => false,
): Promise<FolderUse> {
  const use: FolderUse = { bytes: 0, files: 0, isHiding: false };
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && !isEnough(use); folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) folders.push(path);
        use.bytes += (await lstat(path)).blocks * BLOCK_BYTES;
        use.files += 1;
        if (isEnough(use)) break;
      }
    } catch (error) {
      // What goes away meanwhile is no matter.
      if (!isGone(error)) use.isHiding = true;
    }
  }
  return use;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
