/** What a folder takes on the disk, while code is at work in it. */
import { execFile } from 'node:child_process';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toProcessEnv } from '../to-process-env.ts';

export interface FolderUse {
  bytes: number;
  /** Files and folders. */
  files: number;
  /** Some of it is closed to its owner and was not measured. */
  isHiding: boolean;
}

const BLOCK_BYTES = 512;

/** Follows no symlink. Stops early once `isEnough` says so. */
export async function measureFolder(
  root: string,
  isEnough: (use: FolderUse) => boolean = () => false,
): Promise<FolderUse> {
  const use: FolderUse = { bytes: 0, files: 0, isHiding: false };
  let isDeep = false;
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
      if (hasCode(error, 'ENAMETOOLONG')) isDeep = true;
      // What goes away meanwhile is no matter.
      else if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR')) use.isHiding = true;
    }
  }
  return isDeep && !isEnough(use) ? measureDeepFolder(root) : use;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Slower; `du` walks from folder to folder, so that no depth is out of its reach. */
async function measureDeepFolder(root: string): Promise<FolderUse> {
  const [bytes, files] = await Promise.all([runDu(root, '--block-size=1'), runDu(root, '--inodes')]);
  return { bytes: bytes.sum, files: files.sum, isHiding: bytes.isHiding };
}

async function runDu(root: string, unit: string): Promise<{ sum: number; isHiding: boolean }> {
  // It fails when a file goes away meanwhile, having counted the rest.
  const { stdout = '', stderr = '' } = await promisify(execFile)('du', ['-s', unit, '--', root], {
    env: toProcessEnv({ PATH: '/usr/bin:/bin', LC_ALL: 'C' }),
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  return { sum: Number.parseInt(stdout, 10) || 0, isHiding: stderr.includes('Permission denied') };
}
