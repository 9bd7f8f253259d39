/**
 * Tells whether processes that share memory, as forks do, hold more than a limit. To count shared pages once, the system walks
 * through all of them: some 30 ms of processor time for a process with 4 GB. Until the next such count, one is a bound on what they
 * can hold: resident memory that a process has in addition, and a page for each of its page faults, by which a shared page is copied.
 */
import { readFileSync } from 'node:fs';
import { attempt } from '../../util/attempt.ts';
import { findProcessFolder, measureSharedOnce, readMemory } from './process-tree.ts';

/** The system merges small pages into large ones without a fault. */
const MAX_BOUNDS = 60;
const DEFAULT_PAGE_BYTES = 65_536;
/** Of an entry in `/proc/self/auxv`, and of a part of it, bytes. */
const ENTRY_BYTES = 16;
const VALUE_AT = 8;
const PAGE_SIZE_KEY = 6n;
/** Behind the name in `/proc/PID/stat`. */
const FAULTS_FIELD = 7;

interface Seen {
  residentBytes: number;
  /** Infinity where it cannot be told. */
  faults: number;
}

/** Returns a function that resolves to whether processes and open memory files, as `measureTree` found them, hold more than `limitBytes`. */
export function createSharedMemory(
  limitBytes: number,
): (pids: readonly number[], filesInMemoryBytes: number) => Promise<boolean> {
  const pageBytes = readPageBytes();
  let last: { bytes: number; seen: ReadonlyMap<number, Seen>; bounds: number } | null = null;
  return async (pids, filesInMemoryBytes) => {
    const leftBytes = limitBytes - filesInMemoryBytes;
    // Before the count: what comes during it is then counted twice, and not never.
    const seen = new Map(pids.map((pid) => [pid, look(pid)]));
    if (last && last.bounds < MAX_BOUNDS && last.bytes + sumAdded(last.seen, seen, pageBytes) <= leftBytes) {
      last.bounds += 1;
      return false;
    }
    const bytes = await measureSharedOnce(pids);
    last = { bytes, seen, bounds: 0 };
    return bytes > leftBytes;
  };
}

function sumAdded(
  before: ReadonlyMap<number, Seen>,
  now: ReadonlyMap<number, Seen>,
  pageBytes: number,
): number {
  let sum = 0;
  for (const [pid, { residentBytes, faults }] of now) {
    const was = before.get(pid);
    // Another process has this ID now if it has had fewer faults.
    const isSame = was !== undefined && faults >= was.faults && Number.isFinite(faults);
    if (!isSame) sum += residentBytes;
    else sum += Math.max(0, residentBytes - was.residentBytes) + (faults - was.faults) * pageBytes;
  }
  return sum;
}

function look(pid: number): Seen {
  const folder = findProcessFolder(pid);
  const text = attempt(() => readFileSync(`${folder}/stat`, 'utf8')) ?? '';
  const faults = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[FAULTS_FIELD]);
  // A thread has only its own.
  const isWhole = folder === `/proc/${pid}` && faults >= 0;
  return { residentBytes: readMemory(pid), faults: isWhole ? faults : Number.POSITIVE_INFINITY };
}

/** Source: Linux `include/uapi/linux/auxvec.h`, `AT_PAGESZ`. */
function readPageBytes(): number {
  const entries = attempt(() => readFileSync('/proc/self/auxv'));
  for (let at = 0; entries && at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES)
    if (entries.readBigUInt64LE(at) === PAGE_SIZE_KEY) return Number(entries.readBigUInt64LE(at + VALUE_AT));
  return DEFAULT_PAGE_BYTES;
}
