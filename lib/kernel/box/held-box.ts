/** A box that several kernels use: that of a notebook, and those of its live branches. */

import type { Turns } from '../../util/turns.ts';
import type { HeldServer, StartedServer } from '../server/jupyter-server.ts';
import { adoptWorkspace, leaveWorkspace } from './adopt-workspace.ts';
import type { BranchFolder } from './branch-folders.ts';
import type { MountedFolders } from './watch-until-exit.ts';

/** A box for as long as a kernel of a branch is in it. */
export type HeldBox = Omit<HeldServer, 'hold'> & {
  hold(): HeldBox;
  /**
   * Makes `workspace`, in which no box is at work, one that a branch in this box has. Resolves to where code there finds it, or to
   * null when the box has no room for another.
   */
  addBranch(workspace: string, folderTurns: Turns): Promise<string | null>;
  /** Releases the box when the branch has ended. Its files leave the box, which makes room for another branch. */
  leave(): Promise<void>;
};

export interface StartedBox extends StartedServer {
  uid: number | null;
  folders: MountedFolders;
  hasEnded(): boolean;
  /** Those that no branch has yet. */
  branchFolders: BranchFolder[];
}

export function holdBox(held: HeldServer, box: StartedBox): HeldBox {
  const { uid, branchFolders, folders } = box;
  let leaveFolder = async () => {};
  return {
    ...held,
    hold: () => holdBox(held.hold(), box),
    addBranch: async (given, folderTurns) => {
      const folder = branchFolders.shift();
      if (!folder) return null;
      const place = { mounted: folder.path, uid, folderTurns };
      const workspace = await adoptWorkspace({ ...place, workspace: given });
      await folders.add(workspace);
      leaveFolder = async () => {
        await leaveWorkspace({ ...place, workspace }, folder.inode);
        folders.remove(workspace);
        branchFolders.push(folder);
      };
      return folder.inBox;
    },
    leave: async () => {
      await held.release();
      // If its files stay where they are, the box has room for one branch less.
      if (!box.hasEnded()) await leaveFolder().catch(() => {});
    },
  };
}
