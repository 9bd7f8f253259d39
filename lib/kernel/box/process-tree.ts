/** What the processes of a box use, read from /proc, where a process cannot hide by leaving its parent. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

export interface TreeUse {
  processes: number;
  /** Resident memory, shared pages counted for each process, and open memory files, bytes. */
  memoryBytes: number;
  /** Of these, in open memory files. */
  filesInMemoryBytes: number;
  /** Deleted files on a disk that are still open, bytes. */
  deletedBytes: number;
}

const BLOCK_BYTES = 512;
const FRESH_MS = 500;
const ANONYMOUS_FILE = /^\/(memfd:|dev\/(shm|zero)|tmp\/)/;

/** Which processes each process of this machine has started. */
export type ProcessChildren = ReadonlyMap<number, readonly number[]>;

/** Reads all of /proc at once, at some 15 µs a process: waiting for each file takes seven times the processor. */
export function readChildren(): ProcessChildren {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = pid > 0 ? readField(readStatus(`/proc/${name}`), 'PPid') : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

/** One reading for all who ask within half a second, such as the watchers of many boxes. */
export function shareChildren(): () => ProcessChildren {
  let last: { children: ProcessChildren; readAt: number } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.readAt > FRESH_MS) last = { children: readChildren(), readAt: now };
    return last.children;
  };
}

/** Ids of all descendants of a process. */
export function listDescendants(rootPid: number, children: ProcessChildren = readChildren()): number[] {
  const found: number[] = [];
  for (let level: readonly number[] = [rootPid]; level.length > 0; ) {
    level = level.flatMap((pid) => children.get(pid) ?? []);
    found.push(...level);
  }
  return found;
}

/**
 * Where /proc says what a process has: with a thread that lives, when its first one has ended. All threads share memory and
 * open files, which the filter of system calls sees to.
 */
export function findProcessFolder(pid: number): string {
  const folder = `/proc/${pid}`;
  if (!hasEnded(folder)) return folder;
  const threads = attempt(() => readdirSync(`${folder}/task`), []).map((id) => `${folder}/task/${id}`);
  return threads.find((thread) => !hasEnded(thread)) ?? folder;
}

export async function measureTree(pids: readonly number[]): Promise<TreeUse> {
  const resident = pids.reduce((sum, pid) => sum + readMemory(pid), 0);
  const { memory, disk } = await measureDeleted(pids);
  return {
    processes: pids.length,
    memoryBytes: resident + memory,
    filesInMemoryBytes: memory,
    deletedBytes: disk,
  };
}

/** Resident memory of a process, bytes. */
export function readMemory(pid: number): number {
  return (readField(readStatus(findProcessFolder(pid)), 'VmRSS') ?? 0) * 1024;
}

/** Memory of processes with each shared page counted once, without open memory files, bytes. Slower than {@link measureTree}. */
export async function measureSharedOnce(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const folder = findProcessFolder(pid);
      const rollup = await readFile(`${folder}/smaps_rollup`, 'utf8').catch(() => '');
      const pss = readField(rollup, 'Pss');
      return pss === null ? readMemory(pid) : pss * 1024;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Files without a name take room that no walk through folders finds. */
async function measureDeleted(pids: readonly number[]): Promise<{ memory: number; disk: number }> {
  const seen = new Set<string>();
  const sum = { memory: 0, disk: 0 };
  for (const pid of pids) {
    for (const { path, target } of listDeleted(pid)) {
      const file = await stat(path).catch(() => null);
      const key = file && `${file.dev}:${file.ino}`;
      if (!file?.isFile() || file.nlink > 0 || key === null || seen.has(key)) continue;
      seen.add(key);
      sum[ANONYMOUS_FILE.test(target) ? 'memory' : 'disk'] += file.blocks * BLOCK_BYTES;
    }
    // A process may hold thousands: others get their turn in between.
    await setImmediate();
  }
  return sum;
}

/** The open files of a process that have no name any more. */
function listDeleted(pid: number): { path: string; target: string }[] {
  const folder = `${findProcessFolder(pid)}/fd`;
  const paths = attempt(() => readdirSync(folder), []).map((fd) => `${folder}/${fd}`);
  return paths
    .map((path) => ({ path, target: attempt(() => readlinkSync(path), '') }))
    .filter(({ target }) => target.endsWith(' (deleted)'));
}

/** The status of a process or a thread, by its folder in /proc; empty if it is gone. */
function readStatus(folder: string): string {
  return attempt(() => readFileSync(`${folder}/status`, 'utf8'), '');
}

function hasEnded(folder: string): boolean {
  return /^State:\s+[ZX]/m.test(readStatus(folder));
}

/** Processes end while they are looked at. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function readField(text: string, name: string): number | null {
  const match = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text);
  return match ? Number(match[1]) : null;
}
