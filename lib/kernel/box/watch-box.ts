/**
 * Ends a box that takes more than its share in total, which no limit of a single process can notice. Memory that is held
 * by no process in a way that can be seen is not counted here: `box-groups.ts` is for that, where the system allows it.
 */
import { statfs } from 'node:fs/promises';
import { type BoxLimits, DISK_RESERVE_BYTES } from './box-limits.ts';
import { explainExcess, toMemory, toSize } from './explain-excess.ts';
import { type FolderUse, measureFolder } from './measure-folder.ts';
import { listDescendants, measureSharedOnce, measureTree, type ProcessChildren } from './process-tree.ts';

export interface WatchBoxOptions {
  /** The process that the box's processes descend from. */
  pid: number;
  workspace: string;
  limits: BoxLimits;
  /** Code has been at work in it, unwatched or elsewhere: it is measured at once, and not after a pause. */
  isAtWork: boolean;
  /** One reading serves all boxes that are watched. */
  readChildren: () => ProcessChildren;
  /** Called at most once, with a sentence for users and the model. */
  onExceeded: (reason: string) => void;
}

const MIN_PAUSE_MS = 1_000;
/** Measuring takes at most a quarter of the time. */
const PAUSE_PER_MEASURE = 3;
/** Room given to a workspace that is over its limit from the start, so that code can tidy up. */
const TIDY_BYTES = 64 * 1024 ** 2;
const TIDY_FILES = 1_000;

type DiskLimits = Pick<BoxLimits, 'workspaceBytes' | 'workspaceFiles'>;

/** Starts watching and returns the function that stops it. Measures again as soon as the load allows. */
export function watchBox(options: WatchBoxOptions): () => void {
  const { pid, workspace, limits, isAtWork, readChildren, onExceeded } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(diskLimits: DiskLimits): Promise<void> {
    const startedAt = performance.now();
    // What could not be measured now, such as for want of file handles, is measured next time.
    const measure = async () =>
      findExcess(listDescendants(pid, readChildren()), workspace, { ...limits, ...diskLimits });
    const reason = await measure().catch(() => null);
    if (isStopped) return;
    if (reason !== null) return onExceeded(reason);
    const pauseMs = Math.max(MIN_PAUSE_MS, (performance.now() - startedAt) * PAUSE_PER_MEASURE);
    timer = setTimeout(() => void look(diskLimits), pauseMs);
  }

  void fitDiskLimits(workspace, limits)
    .catch(() => limits)
    .then((diskLimits) => {
      if (isStopped) return;
      if (isAtWork) void look(diskLimits);
      // Not while it starts, when it has done nothing yet and others wait for the processor.
      else timer = setTimeout(() => void look(diskLimits), MIN_PAUSE_MS);
    });
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** The limits of this box's disk: less where the disk itself has less, never under what is there already. */
async function fitDiskLimits(workspace: string, limits: DiskLimits): Promise<DiskLimits> {
  const { bavail, bsize } = await statfs(workspace);
  const { bytes, files } = await measureFolder(workspace);
  const available = bytes + bavail * bsize - DISK_RESERVE_BYTES;
  return {
    workspaceBytes: Math.max(Math.min(limits.workspaceBytes, available), bytes + TIDY_BYTES),
    workspaceFiles: Math.max(limits.workspaceFiles, files + TIDY_FILES),
  };
}

/** What is exceeded, as a sentence, or null. */
async function findExcess(pids: number[], workspace: string, limits: BoxLimits): Promise<string | null> {
  if (pids.length > limits.processes) return explainExcess(`more than ${limits.processes} processes`);
  const tree = await measureTree(pids);
  // Forked processes share most of their memory: only the slower, exact count may end a box.
  if (tree.memoryBytes > limits.memoryBytes && (await measureSharedOnce(pids)) > limits.memoryBytes) {
    return explainExcess(toMemory(limits.memoryBytes));
  }
  const isOver = ({ bytes, files }: FolderUse) =>
    bytes + tree.deletedBytes > limits.workspaceBytes || files > limits.workspaceFiles;
  const folder = await measureFolder(workspace, isOver);
  if (folder.files > limits.workspaceFiles) return explainExcess(`more than ${limits.workspaceFiles} files`);
  if (isOver(folder)) return explainExcess(`more than ${toSize(limits.workspaceBytes)} on the disk`);
  return folder.isHiding ? explainExcess('folders that cannot be measured') : null;
}
