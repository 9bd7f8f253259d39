/** How a command runs as a user without rights of their own: directly, or as another user when the tests run as root. */
import { chown, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT_DIR } from '../app/app.ts';

/** Belongs to no account. */
const ORDINARY_ID = 60_321;

/**
 * Root's home is closed to others, and may have Python in it: the command sees that part of it alone, in a mount
 * namespace that ends with it. `folder` becomes the user's.
 */
export async function toOrdinaryUser(command: string[], folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return command;
  await chown(folder, ORDINARY_ID, ORDINARY_ID);
  const python = join(await realpath(join(ROOT_DIR, '.venv/bin/python')), '../..');
  const home = homedir();
  const id = String(ORDINARY_ID);
  const become = ['setpriv', '--reuid', id, '--regid', id, '--clear-groups', '--'];
  if (!python.startsWith(`${home}/`)) return [...become, ...command];
  const open =
    'set -e; spare=$1 home=$2 python=$3; shift 3; mount --bind "$python" "$spare"; mount -t tmpfs -o mode=755 tmpfs "$home"; mkdir -p "$python"; mount --bind "$spare" "$python"; umount "$spare"; exec "$@"';
  return ['unshare', '--mount', '--', 'sh', '-c', open, 'sh', folder, home, python, ...become, ...command];
}
