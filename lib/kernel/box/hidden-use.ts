/**
 * What a box takes of the disk without a name or an open descriptor: files that are deleted and mapped, or sent over a
 * socket that nobody reads. The size of such a file is not known to us. Therefore the disk's free space tells it: while a
 * box may hide files, all that the disk has less counts as its own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../util/attempt.ts';
import { WORKSPACE_IN_BOX } from '../kernel.ts';
import { findProcessFolder } from './process-tree.ts';

/** The disk has less than expected for many reasons: below this, none is looked for, bytes. */
const SLACK_BYTES = 64 * 1024 ** 2;

export interface SeenUse {
  /** What the box is seen to use, bytes. */
  bytes: number;
  /** Free on the disk, bytes. */
  free: number;
}

/**
 * Returns a function that finds how much a box may hide, bytes. Call it with each measurement, in their order. `first`: from
 * before its code runs.
 */
export function createHiddenUse(
  first: SeenUse,
  maxFileBytes: number,
): (pids: readonly number[], use: SeenUse) => number {
  let expected = first.free + first.bytes;
  return (pids, { bytes, free }) => {
    const known = free + bytes;
    const lost = expected - known;
    if (lost < SLACK_BYTES) {
      expected = Math.max(expected, known);
      return 0;
    }
    const hidden = Math.min(lost, countHidden(pids) * maxFileBytes);
    // Someone else filled the disk.
    if (hidden === 0) expected = known;
    return hidden;
  };
}

/** Files that may be hidden. Infinity for descriptors in flight, as one may be a socket with more of them. */
function countHidden(pids: readonly number[]): number {
  if (pids.some(hasFilesInFlight)) return Number.POSITIVE_INFINITY;
  return new Set(pids.flatMap(listMapped)).size;
}

/** Source: Linux `Documentation/filesystems/proc.rst`, the form of `maps`. */
function listMapped(pid: number): string[] {
  const lines = (attempt(() => readFileSync(`${findProcessFolder(pid)}/maps`, 'utf8')) ?? '').split('\n');
  return lines
    .filter((line) => line.includes(` ${WORKSPACE_IN_BOX}/`) && line.endsWith(' (deleted)'))
    .map((line) => line.split(' ', 5).slice(3).join(' '));
}

/** Source: Linux `net/unix/af_unix.c`, `unix_show_fdinfo`. */
function hasFilesInFlight(pid: number): boolean {
  const folder = `${findProcessFolder(pid)}/fdinfo`;
  return (attempt(() => readdirSync(folder)) ?? []).some((fd) =>
    /^scm_fds:\s*[1-9]/m.test(attempt(() => readFileSync(`${folder}/${fd}`, 'utf8')) ?? ''),
  );
}
