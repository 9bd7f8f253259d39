/**
 * A control group of the system for each box: it counts all that the box takes, whatever the code does, which no watcher
 * can. One group above those of all boxes leaves room for us.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { attempt } from '../../util/attempt.ts';
import { hasCode } from '../../util/has-code.ts';
import { isProcessAlive } from '../../util/is-process-alive.ts';
import { toScratchDir } from '../server/server-process.ts';
import { toProcessEnv } from '../server/to-process-env.ts';
import type { BoxLimits } from './box-limits.ts';
import type { BoxFailure } from './explain-box-failure.ts';
import { CONTROL_GROUPS_DIR, findGroupParents, SHARED_CONTROLLERS } from './find-group-parents.ts';

export interface BoxGroupsOptions {
  /** Boxes with their workspaces in one folder share a limit. */
  workspacesDir: string;
  limits: Pick<BoxLimits, 'memoryBytes' | 'tasks'>;
  /** Memory of all boxes together, bytes. */
  allMemoryBytes: number;
  /** Where the system has its control groups. */
  controlGroupsDir?: string | undefined;
}

/** Whose limit of memory a box met: its own, or that of all boxes. */
export type GroupExcess = 'box' | 'all';

export interface BoxGroup {
  /** A process whose ID, or 0 for the writer, is written to `cgroup.procs` in each is in the group, with all that it starts. */
  readonly folders: readonly string[];
  /** Not null once the system has ended a process of the box for want of memory within a limit. */
  readExcess(): GroupExcess | null;
  /** To be called when the box has ended. */
  remove(): Promise<void>;
}

export interface BoxGroups {
  /** Null when the system does not make it. A name may be used once. */
  create(name: string): BoxGroup | null;
  /** The group of a box that an earlier process made under this name. */
  find(name: string): BoxGroup | null;
  /** Whether boxes together leave the app its share of the processors. */
  readonly shareProcessors: boolean;
  /** Removes the group of all boxes, unless there are some. */
  close(): Promise<void>;
}

export type OpenedGroups = { groups: BoxGroups; failure: null } | { groups: null; failure: BoxFailure };

const GROUP_OF_ALL = /^actbook\.[0-9a-f]{8}$/;
/** The id of the process that made it, and then the name of the box's scratch folder, if it has one. */
const GROUP_OF_BOX = /^(\d+)\.(actbook-\w{6}$)?/;
const USUAL_CPU_SHARES = 1024;
/** More is cut by the system. */
const MAX_CPU_SHARES = 2 ** 18;
/** Version 1 does not count when memory and swap together come to their limit: that of memory must be met first. */
const UNCOUNTED_BYTES = 4 * 1024 ** 2;
/** TCP sockets may hold this share of the memory limit on top of it. */
const TCP_SHARE = 0.1;
const ENTER = 'for folder; do echo 0 > "$folder/cgroup.procs" || exit 1; done';
const ENDING_MS = 50;
const MAX_ENDINGS = 40;
const MAX_TRIALS = 10;
const GONE = ['ENOENT', 'ENODEV', 'EACCES'];

/** Tries it with a process. Removes what earlier processes left. */
export async function openBoxGroups(options: BoxGroupsOptions): Promise<OpenedGroups> {
  try {
    const { limiting, sharing } = await findGroupParents(options.controlGroupsDir ?? CONTROL_GROUPS_DIR);
    const parents = [...limiting, ...sharing];
    for (const parent of parents) removeLeftovers(parent);
    const groups = await tryGroups(parents, options).catch(() => tryGroups(limiting, options));
    return { groups, failure: null };
  } catch {
    return { groups: null, failure: existsSync('/run/systemd/system') ? NOT_DELEGATED : NOT_WRITABLE };
  }
}

async function tryGroups(parents: string[], options: BoxGroupsOptions): Promise<BoxGroups> {
  const { createIn, ...groups } = createGroups(parents, options);
  const group = createIn(`trial-${crypto.randomUUID()}`);
  try {
    await promisify(execFile)('/bin/sh', ['-c', ENTER, 'sh', ...group.folders], { env: toProcessEnv({}) });
    return { ...groups, shareProcessors: group.folders.some(hasProcessorShare) };
  } finally {
    await group.remove();
  }
}

/**
 * Shares of processors and disks, of all boxes together, when others want them too: in version 2 half of the app's group,
 * in version 1, where it has none, about as much as one of its threads has on each processor. Within, each box has the same.
 */
function toShares() {
  return {
    'cpu.weight': '50',
    'io.weight': '50',
    'io.bfq.weight': '50',
    'cpu.shares': String(Math.min(USUAL_CPU_SHARES * availableParallelism(), MAX_CPU_SHARES)),
    'blkio.weight': '250',
    'blkio.bfq.weight': '50',
  };
}

/** Whether the group of all boxes has its share of the processors; `folder` is that of a box. */
function hasProcessorShare(folder: string): boolean {
  const names = ['cpu.weight', 'cpu.shares'] as const;
  const read = (name: string) => attempt(() => readFileSync(join(dirname(folder), name), 'utf8').trim());
  const shares = toShares();
  return names.some((name) => read(name) === shares[name]);
}

const NOT_WRITABLE: BoxFailure = {
  reason: 'Actbook cannot create control groups here.',
  remedy: 'Start it where it may, with the controllers for memory and pids: see docs/safety.md.',
};

const NOT_DELEGATED: BoxFailure = {
  reason: NOT_WRITABLE.reason,
  remedy: 'Start it with `systemd-run --user --scope -p Delegate=yes`, or as a service with `Delegate=yes`.',
};

function createGroups(parents: string[], { workspacesDir, limits, allMemoryBytes }: BoxGroupsOptions) {
  const hash = createHash('sha256').update(workspacesDir).digest('hex').slice(0, 8);
  const folders = parents.map((parent) => join(parent, `actbook.${hash}`));

  const removals = new Set<Promise<void>>();

  function keep(group: BoxGroup): BoxGroup {
    const remove = () => {
      const removal = group.remove().finally(() => removals.delete(removal));
      removals.add(removal);
      return removal;
    };
    return { ...group, remove };
  }

  /** The group of all boxes: another process may have removed it while it was empty. */
  function enclose(): string[] {
    for (const folder of folders) {
      mkdirSync(folder, { recursive: true });
      // Before Linux 5.11 a group of version 1 counted none below it.
      set(folder, 'memory.use_hierarchy', '1');
      set(folder, 'cgroup.subtree_control', '+memory +pids');
      for (const controller of SHARED_CONTROLLERS) set(folder, 'cgroup.subtree_control', controller);
      for (const [name, value] of Object.entries(toShares())) set(folder, name, value);
    }
    limitMemory(folders[0], allMemoryBytes);
    return folders;
  }

  /** Throws when the system takes it no time. */
  function createIn(name: string): BoxGroup {
    for (let trial = 1; ; trial++) {
      try {
        return createGroup(enclose(), name, limits);
      } catch (error) {
        // Another process that starts removes what is empty, as the group of all is just before it gets its first one.
        if (trial === MAX_TRIALS || !GONE.some((code) => hasCode(error, code))) throw error;
      }
    }
  }

  return {
    createIn,
    create: (name: string) => {
      try {
        return keep(createIn(name));
      } catch {
        return null;
      }
    },
    find: (name: string) => {
      const [folder = ''] = folders;
      const found = existsSync(folder) && readdirSync(folder).find((each) => each.endsWith(`.${name}`));
      return found ? keep(toGroup(folders, found)) : null;
    },
    close: async () => {
      await Promise.all(removals);
      folders.forEach(tryToRemove);
    },
  };
}

function createGroup(
  parents: readonly string[],
  name: string,
  { memoryBytes, tasks }: BoxGroupsOptions['limits'],
): BoxGroup {
  const group = toGroup(parents, `${process.pid}.${name}`);
  try {
    for (const folder of group.folders) mkdirSync(folder);
    limitMemory(group.folders[0], memoryBytes);
    set(group.folders[0], 'memory.oom.group', '1');
    const [first = '', second = first] = group.folders;
    writeFileSync(join(second, 'pids.max'), String(tasks));
    return group;
  } catch (error) {
    group.folders.forEach(tryToRemove);
    throw error;
  }
}

function toGroup(parents: readonly string[], name: string): BoxGroup {
  const folders = parents.map((parent) => join(parent, name));
  return {
    folders,
    readExcess: () => {
      const [group = '', all = ''] = [folders[0], parents[0]];
      if (readCount(group, 'oom_kill') === 0) return null;
      return wasExceeded(group) ? 'box' : wasExceeded(all) ? 'all' : null;
    },
    remove: async () => {
      // Processes that were killed take a moment to go.
      for (let ending = 0; ending < MAX_ENDINGS && folders.map(tryToRemove).includes(false); ending++)
        await setTimeout(ENDING_MS);
    },
  };
}

/** Limits memory, with next to nothing to swap to. Throws when the system does not take it. */
function limitMemory(folder = '', bytes: number): void {
  const version1 = join(folder, 'memory.limit_in_bytes');
  const limit = existsSync(version1) ? version1 : join(folder, 'memory.max');
  // In version 1, the limit of memory may never exceed that of memory and swap, whichever way they change.
  attempt(() => writeFileSync(limit, String(bytes)));
  set(folder, 'memory.memsw.limit_in_bytes', String(bytes + UNCOUNTED_BYTES));
  set(folder, 'memory.swap.max', '0');
  // Version 1 counts these buffers apart, and only with a limit of their own.
  set(folder, 'memory.kmem.tcp.limit_in_bytes', String(Math.floor(bytes * TCP_SHARE)));
  writeFileSync(limit, String(bytes));
}

/** Whether a group came to its own limit of memory. */
function wasExceeded(folder: string): boolean {
  const version1 = attempt(() => Number(readFileSync(join(folder, 'memory.failcnt'), 'utf8')));
  return (version1 ?? readCount(folder, 'oom')) > 0;
}

/** What the system has counted in a group itself. */
function readCount(folder: string, name: string): number {
  const read = (file: string) => attempt(() => readFileSync(join(folder, file), 'utf8'));
  const text = read('memory.events.local') ?? read('memory.oom_control') ?? '';
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

/** Groups without processes, of processes that are gone, and the scratch folders of their boxes. */
function removeLeftovers(parent: string): void {
  for (const all of readdirSync(parent).filter((name) => GROUP_OF_ALL.test(name))) {
    const folder = join(parent, all);
    for (const name of attempt(() => readdirSync(folder)) ?? []) {
      const [, pid, scratch] = GROUP_OF_BOX.exec(name) ?? [];
      if (!pid || isProcessAlive(Number(pid)) || !tryToRemove(join(folder, name)) || !scratch) continue;
      // Nobody else removes it when the process ended before the box began.
      attempt(() => rmSync(toScratchDir(scratch), { recursive: true, force: true }));
    }
    tryToRemove(folder);
  }
}

/** Whether it is gone: the system keeps a group that has processes or groups. */
function tryToRemove(folder: string): boolean {
  attempt(() => rmdirSync(folder));
  return !existsSync(folder);
}

/** Some systems do not have all of what can be set. */
function set(folder = '', name: string, value: string): void {
  attempt(() => existsSync(join(folder, name)) && writeFileSync(join(folder, name), value));
}
