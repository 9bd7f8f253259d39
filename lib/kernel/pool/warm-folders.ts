/** The folders that warm boxes wait with, beside the workspaces. */
import { mkdtempSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive } from '../../util/is-process-alive.ts';

/** No session id begins with a dot. The id of our process follows. */
const PREFIX = '.warm-';

export function makeWarmFolder(workspacesDir: string): string {
  return mkdtempSync(join(workspacesDir, `${PREFIX}${process.pid}-`));
}

/**
 * Those of processes that ended silently; another process may keep boxes here too. To be called before this one keeps any:
 * in a container, one that ended had the same id.
 */
export async function removeWarmLeftovers(workspacesDir: string): Promise<void> {
  for (const name of await readdir(workspacesDir)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!(pid > 0) || (pid !== process.pid && isProcessAlive(pid))) continue;
    await rmdir(join(workspacesDir, name)).catch(() => {
      // Not empty: it holds files of a session that was about to get it.
    });
  }
}
