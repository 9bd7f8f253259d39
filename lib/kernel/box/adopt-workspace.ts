/** How a box that was started before its session gets the session's workspace. */
import { mkdir, readdir, realpath, rename, stat } from 'node:fs/promises';
import type { Turns } from '../../util/turns.ts';
import { prepareWorkspace } from './box-owner.ts';

/** With more entries than this, moving them takes longer than a new box. */
const MAX_ENTRIES = 1_000;

export interface Adoption {
  /** The empty folder that the box has mounted, on the same file system. */
  mounted: string;
  /** The session's folder, or a path that leads to it: its entries move into the mounted one, which then takes its path. */
  workspace: string;
  /** The uid of the box, null for our own. */
  uid: number | null;
  /** Whoever reads the workspace in a turn finds all of it. */
  folderTurns: Turns;
}

/**
 * A mount follows its folder, whatever the folder's path. Resolves to the path without symlinks, as the folder is looked for
 * there when it is measured. Throws with the workspace as it was when it cannot be.
 * No box may be at work in the workspace, and nobody else may write to it meanwhile.
 */
export async function adoptWorkspace({ mounted, uid, folderTurns, ...given }: Adoption): Promise<string> {
  const workspace = await realpath(given.workspace);
  if ((await readdir(workspace)).length > MAX_ENTRIES) throw new Error('The workspace has too many files.');
  await prepareWorkspace(workspace, uid);
  await folderTurns(workspace, () => move(workspace, mounted));
  return workspace;
}

/**
 * The other way round: the entries move into another folder at the workspace's path, and the folder that the box has mounted goes
 * back to where it was, empty. As above, nobody may be at work in the workspace. Throws with the workspace as it was.
 */
export async function leaveWorkspace(
  { workspace, mounted, uid, folderTurns }: Adoption,
  inode: number,
): Promise<void> {
  const fresh = `${mounted}-fresh`;
  // The kernel may have moved to another notebook with it.
  if ((await stat(workspace)).ino !== inode) throw new Error('The folder is not the one that is mounted.');
  if ((await readdir(workspace)).length > MAX_ENTRIES) throw new Error('The workspace has too many files.');
  await mkdir(fresh, { mode: 0o700 });
  await prepareWorkspace(fresh, uid);
  await folderTurns(workspace, async () => {
    try {
      await moveEntries(workspace, fresh);
      await rename(workspace, mounted);
      await rename(fresh, workspace);
    } catch (error) {
      await moveEntries(fresh, workspace);
      throw error;
    }
  });
}

async function move(workspace: string, mounted: string): Promise<void> {
  try {
    await moveEntries(workspace, mounted);
    // In one step, so that the path always is a folder: the one that is replaced is empty.
    await rename(mounted, workspace);
  } catch (error) {
    await moveEntries(mounted, workspace);
    throw error;
  }
}

/** Names are bytes: code may have given files names that are not text. */
async function moveEntries(from: string, to: string): Promise<void> {
  for (const name of await readdir(from, { encoding: 'buffer' })) {
    await rename(within(from, name), within(to, name));
  }
}

function within(folder: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), name]);
}
