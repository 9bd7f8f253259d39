/** Folders of clean runs: each new, all removed together. */
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isProcessAlive } from '../util/is-process-alive.ts';

export interface VerificationFolders {
  /** Absolute path of the folder that they are in. */
  readonly root: string;
  /** Resolves to the path of a new folder that `fill` has put the data into. */
  open(fill: (folder: string) => Promise<void>): Promise<string>;
  remove(): Promise<void>;
}

/** The id of the process follows. */
const PREFIX = 'actbook-verify-';

/** `parent` is created when missing. Removes what processes left that have ended. */
export async function openVerificationFolders(parent: string): Promise<VerificationFolders> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const root = await realpath(await mkdtemp(join(parent, `${PREFIX}${process.pid}-`)));
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

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isProcessAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}
