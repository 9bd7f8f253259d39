/** Which processes belong to an app: read from /proc, so that none can hide by changing its parent. */
import { readdir, readFile } from 'node:fs/promises';

/**
 * Ids of live processes that descend from `rootPid`, work inside `home`, or are among `known`; `rootPid` itself
 * is left out.
 */
export async function findProcesses(home: string, rootPid: number, known: number[] = []): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await readParent(pid)] as const)));
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && parent !== null && (parent === rootPid || descends(parent));
  };
  const found = await Promise.all(
    pids.map(async (pid) => {
      if (pid === rootPid || pid === process.pid || parents.get(pid) === null) return false;
      return known.includes(pid) || descends(pid) || (await mentions(pid, home));
    }),
  );
  return pids.filter((_, index) => found[index]);
}

/** Null for a process that is gone, or dead and not yet collected. */
async function readParent(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && fields[0] !== 'Z' ? Number(fields[1]) : null;
}

async function mentions(pid: number, home: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.includes(home);
}
