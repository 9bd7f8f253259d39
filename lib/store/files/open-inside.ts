import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

export interface OpenPlace extends AsyncDisposable {
  readonly handle: FileHandle;
  /** Stays the place that was opened, whatever code puts in the place of its name meanwhile. */
  readonly path: string;
}

/** Flags of `open` for a folder. Windows knows none. */
export const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
export const NO_SYMLINK = constants.O_NOFOLLOW ?? 0;

/**
 * Opens a file or a folder below `root`; null when there is none, or when it leads out of `root`. It is opened first and then
 * checked: a name checked beforehand may be swapped by code that runs in the folder meanwhile. Elsewhere than on Linux, an open
 * file does not say where it is, so its name is resolved once more. Code runs without a sandbox there anyway.
 */
export async function openInside(root: string, name: string, flags: number): Promise<OpenPlace | null> {
  const path = join(root, name);
  const handle = await open(path, flags).catch(() => null);
  if (!handle) return null;
  const isLinux = process.platform === 'linux';
  const stable = `/proc/self/fd/${handle.fd}`;
  const real = await (isLinux ? readlink(stable) : realpath(path)).catch(() => '');
  if (real === root || real.startsWith(root + sep))
    return { handle, path: isLinux ? stable : real, [Symbol.asyncDispose]: () => handle.close() };
  await handle.close();
  return null;
}
