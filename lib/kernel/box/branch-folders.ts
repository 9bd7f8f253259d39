/**
 * Empty folders that a box has mounted beside its workspace, each to become the workspace of a branch: a mount follows its folder,
 * whatever the folder's path, and nothing can be mounted in a box that runs.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { lchown, lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How many branches a box can have at a time. Each folder costs the start of every box a fraction of a millisecond. */
const MAX_BRANCHES = 16;
/** No session id begins with a dot. The name of the scratch folder of the box follows. */
const PREFIX = '.branches-';
const FOLDER_IN_BOX = '/branches';

export interface BranchFolder {
  /** Absolute path, on the file system of the workspaces. */
  path: string;
  /** Where code in the box finds it. */
  inBox: string;
  /** Tells it from a folder that has its path later. */
  inode: number;
}

/** Makes the folders. They go away with {@link removeBranchFolders}. */
export async function makeBranchFolders(
  workspace: string,
  scratchName: string,
  uid: number | null,
): Promise<BranchFolder[]> {
  const parent = toParent(workspace, scratchName);
  const names = Array.from({ length: MAX_BRANCHES }, (_, index) => String(index + 1));
  for (const name of names) mkdirSync(join(parent, name), { recursive: true, mode: 0o700 });
  const folders = names.map((name) => toBranchFolder(parent, name));
  if (uid !== null) await Promise.all(folders.map(({ path }) => lchown(path, uid, uid)));
  return folders;
}

/** Those of a box that an earlier process made, as far as no branch has them. */
export async function findBranchFolders(workspace: string, scratchName: string): Promise<BranchFolder[]> {
  const parent = toParent(workspace, scratchName);
  const names = await readdir(parent).catch(() => []);
  return names.map((name) => toBranchFolder(parent, name));
}

/** The uid of the box, or null for our own. */
export async function readOwner([folder]: readonly BranchFolder[]): Promise<number | null> {
  if (process.getuid?.() !== 0 || !folder) return null;
  return (await lstat(folder.path)).uid;
}

/** Removes those that no branch has. */
export async function removeBranchFolders(folders: readonly BranchFolder[]): Promise<void> {
  const [first] = folders;
  if (first) await rm(dirname(first.path), { recursive: true, force: true }).catch(() => {});
}

/** Removes the folders of boxes that an earlier process left behind and that have ended. */
export async function removeBranchLeftovers(workspacesDir: string): Promise<void> {
  for (const name of await readdir(workspacesDir)) {
    if (!name.startsWith(PREFIX) || existsSync(join(tmpdir(), name.slice(PREFIX.length)))) continue;
    await rm(join(workspacesDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

function toBranchFolder(parent: string, name: string): BranchFolder {
  const path = join(parent, name);
  return { path, inBox: `${FOLDER_IN_BOX}/${name}`, inode: statSync(path).ino };
}

function toParent(workspace: string, scratchName: string): string {
  return join(dirname(workspace), `${PREFIX}${scratchName}`);
}
