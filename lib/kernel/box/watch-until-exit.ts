/** Watches over what a box takes, until it ends. */
import type { ServerProcess } from '../server/server-process.ts';
import type { BoxGroup, GroupExcess } from './box-groups.ts';
import type { BoxLimits } from './box-limits.ts';
import { explainExcess, explainExcessOfAll, toMemory } from './explain-excess.ts';
import { type DiskLimits, fitDiskLimits } from './fit-disk-limits.ts';
import { type WatchBoxOptions, watchBox } from './watch-box.ts';

/** How often it is asked whether a box met a limit of its group, milliseconds. */
const GROUP_LOOK_MS = 200;

/** The folder that a box has mounted. */
export interface MountedFolder {
  workspace: string;
  /** Applied while the box runs. */
  diskLimits: DiskLimits;
}

/** The folders that a box has mounted and that its code can write: each has the limits of a workspace. */
export interface MountedFolders {
  /** The one that the box was made for. */
  readonly own: MountedFolder;
  list(): readonly MountedFolder[];
  /** Says that the own one is to be found at this path now. Resolves when its limits fit what is there. */
  follow(workspace: string): Promise<void>;
  /** Says that a folder of a branch has become this workspace. */
  add(workspace: string): Promise<void>;
  remove(workspace: string): void;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
}

export function createMountedFolders(first: MountedFolder, limits: BoxLimits): MountedFolders {
  let own = first;
  let branches: MountedFolder[] = [];
  let tell = () => {};
  const measure = async (workspace: string) => ({
    workspace,
    diskLimits: await fitDiskLimits(workspace, limits),
  });
  return {
    get own() {
      return own;
    },
    list: () => [own, ...branches],
    follow: async (workspace) => {
      own = await measure(workspace);
      tell();
    },
    add: async (workspace) => {
      branches.push(await measure(workspace));
      tell();
    },
    remove: (workspace) => {
      branches = branches.filter((each) => each.workspace !== workspace);
      tell();
    },
    onChange: (listener) => {
      tell = listener;
    },
  };
}

export interface WatchedBoxOptions extends Pick<WatchBoxOptions, 'isAtWork' | 'readChildren'> {
  limits: BoxLimits;
  /** Memory of all boxes together, bytes. */
  allMemoryBytes: number;
  group: BoxGroup | null;
  folders: MountedFolders;
}

/** Resolves when the box has ended, to what it took too much of if that is why. */
export function watchUntilExit(server: ServerProcess, options: WatchedBoxOptions) {
  const { readChildren, isAtWork, group, folders } = options;
  // If the system counts, a second count could differ.
  const counted = { memoryBytes: Number.POSITIVE_INFINITY, processes: Number.POSITIVE_INFINITY };
  const limits = group ? { ...options.limits, ...counted } : options.limits;
  let excess: string | null = null;
  const onExceeded = (reason: string) => {
    if (excess === null) void server.end();
    excess ??= reason;
  };
  const { pid = 0 } = server;
  const watch = (start: Pick<WatchBoxOptions, 'isAtWork'>) => {
    const stops = folders.list().map(({ workspace, diskLimits }) => {
      const { workspaceBytes, workspaceFiles } = diskLimits;
      const fitted = { ...limits, workspaceBytes, workspaceFiles };
      return watchBox({ ...start, pid, workspace, limits: fitted, readChildren, onExceeded });
    });
    return () => stops.forEach((stop) => void stop());
  };
  let stopWatching = watch({ isAtWork });
  const look = () => {
    const met = group?.readExcess() ?? null;
    if (met !== null) onExceeded(explainGroupExcess(met, options));
  };
  const looking = group ? setInterval(look, GROUP_LOOK_MS) : undefined;
  let isOver = false;
  const exited = server.exited.then(() => {
    isOver = true;
    stopWatching();
    clearInterval(looking);
    look();
    void group?.remove();
    return excess;
  });
  folders.onChange(() => {
    stopWatching();
    if (!isOver) stopWatching = watch({ isAtWork: true });
  });
  // A kernel may be gone before its group is looked at again.
  const isEnding = () => {
    look();
    return excess !== null;
  };
  return { exited, isEnding, hasEnded: () => isOver };
}

function explainGroupExcess(excess: GroupExcess, { limits, allMemoryBytes }: WatchedBoxOptions): string {
  return excess === 'all' ? explainExcessOfAll(allMemoryBytes) : explainExcess(toMemory(limits.memoryBytes));
}
