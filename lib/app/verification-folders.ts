/** Folders of clean runs: each new, all removed together. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface VerificationFolders {
  /** Absolute path of the folder that they are in. */
  readonly root: string;
  /** Resolves to the path of a new folder that `fill` has put the data into. */
  open(fill: (folder: string) => Promise<void>): Promise<string>;
  remove(): Promise<void>;
}

/** `parent` is created when missing. */
export async function openVerificationFolders(parent: string): Promise<VerificationFolders> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const root = await realpath(await mkdtemp(join(parent, 'actbook-verify-')));
  let count = 0;
  return {
    root,
    open: async (fill) => {
      const folder = join(root, String(++count));
      await mkdir(folder, { mode: 0o700 });
      await fill(folder);
      return folder;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
