/** What an app and all that descends from it hold, read from /proc. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { listDescendants, measureSharedOnce } from '../../lib/kernel/box/process-tree.ts';

export interface AppSample {
  atMs: number;
  /** Resident memory of the app's own process, MB. */
  appMb: number;
  fileHandles: number;
  sockets: number;
  /** Processes that descend from the app: supervisors, boxes, servers, kernels, what their code started. */
  descendants: number;
  /** Memory of the app and its descendants, shared pages once, MB. */
  totalMb: number;
}

const MB = 1024 * 1024;

export async function measureApp(pid: number, startedAtMs: number): Promise<AppSample> {
  const descendants = listDescendants(pid);
  const folder = `/proc/${pid}/fd`;
  const handles = await readdir(folder);
  const targets = await Promise.all(handles.map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    atMs: Date.now() - startedAtMs,
    appMb: Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024),
    fileHandles: handles.length,
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
    descendants: descendants.length,
    totalMb: Math.round((await measureSharedOnce([pid, ...descendants])) / MB),
  };
}
