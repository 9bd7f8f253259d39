/** How much one box may use. The first group the kernel enforces at once, the second a watchdog within seconds. */
export interface BoxLimits {
  /** Private memory of each process (`RLIMIT_DATA`), bytes: past it Python raises MemoryError. */
  processMemoryBytes: number;
  /** Processes and threads together (`RLIMIT_NPROC`). */
  tasks: number;
  /** Open files of each process. */
  openFiles: number;
  /** Longest file, bytes. */
  fileBytes: number;

  /** Memory of all processes together, bytes. */
  memoryBytes: number;
  processes: number;
  /** The workspace, deleted files that are still open included, bytes. */
  workspaceBytes: number;
  /** Files and folders in the workspace. */
  workspaceFiles: number;
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Sizes of the box's private folders, which are memory, bytes. */
export const TMP_BYTES = 256 * MIB;
export const SHM_BYTES = 64 * MIB;

/** Room on the disk that a box leaves free, bytes. */
export const DISK_RESERVE_BYTES = 2 * GIB;

/** Limits that leave most of a machine with `totalMemoryBytes` to everyone else. */
export function defaultBoxLimits(totalMemoryBytes: number): BoxLimits {
  return {
    processMemoryBytes: Math.min(4 * GIB, Math.floor(totalMemoryBytes / 2)),
    tasks: 512,
    openFiles: 4096,
    fileBytes: 2 * GIB,
    memoryBytes: Math.min(6 * GIB, Math.floor(totalMemoryBytes * 0.6)),
    processes: 200,
    workspaceBytes: 5 * GIB,
    workspaceFiles: 100_000,
  };
}
