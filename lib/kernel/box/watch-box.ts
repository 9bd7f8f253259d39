/**
 * Ends a box that takes more than its share in total, which no limit of a single process can notice. Memory that is held
 * by no process in a way that can be seen is not counted here: `box-groups.ts` is for that, where the system allows it.
 */
import { statfs } from 'node:fs/promises';
import { type BoxLimits, DISK_RESERVE_BYTES } from './box-limits.ts';
import { explainExcess, explainFullDisk, toMemory, toSize } from './explain-excess.ts';
import { createHiddenUse } from './hidden-use.ts';
import { type FolderUse, measureFolder } from './measure-folder.ts';
import { listDescendants, measureTree, type ProcessChildren } from './process-tree.ts';
import { createSharedMemory } from './shared-memory.ts';

export interface WatchBoxOptions {
  /** The process that the box's processes descend from. */
  pid: number;
  workspace: string;
  /** Limits of the box; that of the disk is fitted to the workspace (`fit-disk-limits.ts`). */
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
/** What a box may add to a disk that is nearly full, bytes. */
const MAX_GROWTH_BYTES = 64 * 1024 ** 2;

/** Starts watching and returns the function that stops it. Measures again as soon as the load allows. */
export function watchBox(options: WatchBoxOptions): () => void {
  const { pid, workspace, limits, isAtWork, readChildren, onExceeded } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const create = () => createExcessFinder(workspace, limits);
  // Begins now: code that runs at once must not hide anything before.
  let finder = create();
  finder.catch(() => {});

  async function look(): Promise<void> {
    const startedAt = performance.now();
    // What could not be measured now, such as for want of file handles, is measured next time.
    finder = finder.catch(create);
    const measure = async () => (await finder)(listDescendants(pid, readChildren()));
    const reason = await measure().catch(() => null);
    if (isStopped) return;
    if (reason !== null) return onExceeded(reason);
    const pauseMs = Math.max(MIN_PAUSE_MS, (performance.now() - startedAt) * PAUSE_PER_MEASURE);
    timer = setTimeout(() => void look(), pauseMs);
  }

  if (isAtWork) void look();
  // Not while it starts, when it has done nothing yet and others wait for the processor.
  else timer = setTimeout(() => void look(), MIN_PAUSE_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

type FindExcess = (pids: number[]) => Promise<string | null>;

/** Resolves to a function that finds what is exceeded, as a sentence, or null. */
async function createExcessFinder(workspace: string, limits: BoxLimits): Promise<FindExcess> {
  const first = { bytes: (await measureFolder(workspace)).bytes, free: await readFree(workspace) };
  const findHidden = createHiddenUse(first, limits.fileBytes);
  const isMemoryOver = createSharedMemory(limits.memoryBytes);

  return async (pids) => {
    if (pids.length > limits.processes) return explainExcess(`more than ${limits.processes} processes`);
    const tree = await measureTree(pids);
    // Forked processes share most of their memory: only the slower, exact count may end a box.
    if (tree.memoryBytes > limits.memoryBytes && (await isMemoryOver(pids, tree.filesInMemoryBytes))) {
      return explainExcess(toMemory(limits.memoryBytes));
    }
    const isOver = ({ bytes, files }: FolderUse) =>
      bytes + tree.deletedBytes > limits.workspaceBytes || files > limits.workspaceFiles;
    const folder = await measureFolder(workspace, isOver);
    if (folder.files > limits.workspaceFiles)
      return explainExcess(`more than ${limits.workspaceFiles} files`);
    const seen = { bytes: folder.bytes + tree.deletedBytes, free: await readFree(workspace) };
    const bytes = seen.bytes + findHidden(pids, seen);
    if (bytes > limits.workspaceBytes)
      return explainExcess(`more than ${toSize(limits.workspaceBytes)} on the disk`);
    if (folder.isHiding) return explainExcess('folders that cannot be measured');
    // Boxes within their limits can fill a disk together.
    const isFull = seen.free < Math.min(DISK_RESERVE_BYTES, first.free) / 2;
    return isFull && bytes - first.bytes > MAX_GROWTH_BYTES ? explainFullDisk() : null;
  };
}

/** Bytes. */
async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
