/** What the processes of a box use, read from /proc, where a process cannot hide by leaving its parent. */
import { readdir, readFile, readlink, stat } from 'node:fs/promises';

export interface TreeUse {
  processes: number;
  /** Resident memory, shared pages counted for each process, and open memory files, bytes. */
  memoryBytes: number;
  /** Deleted files on a disk that are still open, bytes. */
  deletedBytes: number;
}

const BLOCK_BYTES = 512;
const ANONYMOUS_FILE = /^\/(memfd:|dev\/(shm|zero)|tmp\/)/;

/** Ids of all descendants of a process. */
export async function listDescendants(rootPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const children = new Map<number, number[]>();
  await Promise.all(
    pids.map(async (pid) => {
      const parent = readField(await readStatus(pid), 'PPid');
      if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
    }),
  );
  const found: number[] = [];
  for (let level = [rootPid]; level.length > 0; ) {
    level = level.flatMap((pid) => children.get(pid) ?? []);
    found.push(...level);
  }
  return found;
}

export async function measureTree(pids: readonly number[]): Promise<TreeUse> {
  const statuses = await Promise.all(pids.map(readStatus));
  const resident = statuses.reduce((sum, status) => sum + (readField(status, 'VmRSS') ?? 0) * 1024, 0);
  const { memory, disk } = await measureDeleted(pids);
  return { processes: pids.length, memoryBytes: resident + memory, deletedBytes: disk };
}

/** Memory with each shared page counted once, bytes. Slower than {@link measureTree}. */
export async function measureSharedOnce(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return (readField(rollup, 'Pss') ?? readField(await readStatus(pid), 'VmRSS') ?? 0) * 1024;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, (await measureDeleted(pids)).memory);
}

/** Files without a name take room that no walk through folders finds. */
async function measureDeleted(pids: readonly number[]): Promise<{ memory: number; disk: number }> {
  const seen = new Set<string>();
  const sum = { memory: 0, disk: 0 };
  await Promise.all(
    pids.map(async (pid) => {
      const folder = `/proc/${pid}/fd`;
      for (const fd of await readdir(folder).catch(() => [])) {
        const path = `${folder}/${fd}`;
        const target = await readlink(path).catch(() => '');
        if (!target.endsWith(' (deleted)')) continue;
        const file = await stat(path).catch(() => null);
        const key = file && `${file.dev}:${file.ino}`;
        if (!file?.isFile() || file.nlink > 0 || key === null || seen.has(key)) continue;
        seen.add(key);
        sum[ANONYMOUS_FILE.test(target) ? 'memory' : 'disk'] += file.blocks * BLOCK_BYTES;
      }
    }),
  );
  return sum;
}

/** Empty for a process that is gone. */
function readStatus(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
}

function readField(text: string, name: string): number | null {
  const match = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text);
  return match ? Number(match[1]) : null;
}
