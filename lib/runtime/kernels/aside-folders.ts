/** Folders of kernels that are forked for a check, next to the workspaces of sessions: each goes away with its kernel. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createId } from '../../protocol/id.ts';
import { isProcessAlive } from '../../util/is-process-alive.ts';

/** The id of the process that made it follows. */
const PREFIX = 'aside-';

export function createAsideId(): string {
  return createId(`${PREFIX}${process.pid}`);
}

/**
 * Removes those of processes that ended before they could; another one may have some too. To be called before this process makes
 * any: in a container, one that ended had the same id.
 */
export async function removeAsideLeftovers(workspacesDir: string): Promise<void> {
  for (const name of await readdir(workspacesDir)) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (pid > 0 && pid !== process.pid && isProcessAlive(pid)) continue;
    await rm(join(workspacesDir, name), { recursive: true, force: true });
  }
}
