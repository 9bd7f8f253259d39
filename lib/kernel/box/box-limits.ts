import { totalmem } from 'node:os';

/**
 * How much one box may use. The first group the system enforces at once, the second a watchdog within seconds; memory of
 * all processes the system too, and processes are then limited by `tasks` alone, where it has a control group for the box.
 */
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

/** Memory that this process can have at most: a container may have less than its machine, bytes. */
export function readMachineMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** Memory of all boxes together that leaves room for the app and the system, bytes. */
export function defaultAllBoxesMemory(totalMemoryBytes: number): number {
  const share = Math.min(totalMemoryBytes * 0.8, totalMemoryBytes - GIB);
  return Math.floor(Math.max(share, totalMemoryBytes / 2));
}

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
