/**
 * How much of the disk a box may use, by what its folder holds before its code runs: what code writes never raises its own
 * limit.
 */
import { statfs } from 'node:fs/promises';
import { type BoxLimits, DISK_RESERVE_BYTES } from './box-limits.ts';
import { measureFolderAtRest } from './measure-folder.ts';

export type DiskLimits = Pick<BoxLimits, 'workspaceBytes' | 'workspaceFiles'>;

/** Room given to a workspace that is over its limit from the start, so that code can tidy up. */
const TIDY_BYTES = 64 * 1024 ** 2;
const TIDY_FILES = 1_000;

/**
 * Less than `limits` where the disk itself has less, never under what is there already. Nobody may write to the workspace
 * meanwhile. Resolves to `limits` when it cannot be measured. Takes milliseconds, and 5 to 10 microseconds a file where there
 * are thousands.
 */
export async function fitDiskLimits(
  workspace: string,
  { workspaceBytes, workspaceFiles }: DiskLimits,
): Promise<DiskLimits> {
  try {
    const [{ bavail, bsize }, { bytes, files }] = await Promise.all([
      statfs(workspace),
      measureFolderAtRest(workspace),
    ]);
    const available = bytes + bavail * bsize - DISK_RESERVE_BYTES;
    return {
      workspaceBytes: Math.max(Math.min(workspaceBytes, available), bytes + TIDY_BYTES),
      workspaceFiles: Math.max(workspaceFiles, files + TIDY_FILES),
    };
  } catch {
    return { workspaceBytes, workspaceFiles };
  }
}
