/** What a folder takes on the disk, while code is at work in it. */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasCode } from '../../util/has-code.ts';
import { toProcessEnv } from '../server/to-process-env.ts';

export interface FolderUse {
  bytes: number;
  /** Files and folders. */
  files: number;
  /** Some of it is closed to its owner and was not measured. */
  isHiding: boolean;
}

const BLOCK_BYTES = 512;
/** With more files than this, a program is quicker than we are. */
const MAX_OWN_FILES = 500;
const SLASH = Buffer.from('/');

/** Follows no symlink. Stops early once `isEnough` says so. */
export async function measureFolder(
  root: string,
  isEnough: (use: FolderUse) => boolean = () => false,
): Promise<FolderUse> {
  const use: FolderUse = { bytes: 0, files: 0, isHiding: false };
  let isDeep = false;
  // Names are bytes: code may choose some that are not text.
  const folders: Buffer[] = [Buffer.from(root)];
  for (let path = folders.pop(); path !== undefined && !isEnough(use); path = folders.pop()) {
    try {
      await using folder = await openFolder(path, root);
      if (folder) for (const name of await addEntries(folder, use, isEnough)) folders.push(join(path, name));
    } catch (error) {
      if (hasCode(error, 'ENAMETOOLONG')) isDeep = true;
      else if (!isGone(error)) use.isHiding = true;
    }
  }
  return isDeep && !isEnough(use) ? measureByProgram(root) : use;
}

/** The same of a folder in which no code is at work: quicker where there is much. */
export async function measureFolderAtRest(root: string): Promise<FolderUse> {
  const use = await measureFolder(root, ({ files }) => files > MAX_OWN_FILES);
  if (use.files <= MAX_OWN_FILES) return use;
  const counted = await measureByProgram(root);
  // Not every system has a `du` that counts files.
  return counted.files > 0 ? counted : measureFolder(root);
}

/**
 * Opens a folder and then looks where it really is: code may have put a symlink in its place, or in that of a folder
 * above it. Null for what is elsewhere.
 */
async function openFolder(path: Buffer, root: string): Promise<FileHandle | null> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const place = await readlink(toPath(folder));
  if (place === root || place.startsWith(`${root}/`)) return folder;
  await folder.close();
  return null;
}

/** Adds what is in an open folder, and returns the names of the folders in it. */
async function addEntries(
  folder: FileHandle,
  use: FolderUse,
  isEnough: (use: FolderUse) => boolean,
): Promise<Buffer[]> {
  const folders: Buffer[] = [];
  for (const name of await readdir(toPath(folder), { encoding: 'buffer' })) {
    const stat = await lstat(join(Buffer.from(toPath(folder)), name)).catch(ignoreGone);
    if (!stat) continue;
    use.bytes += stat.blocks * BLOCK_BYTES;
    use.files += 1;
    if (stat.isDirectory()) folders.push(name);
    if (isEnough(use)) break;
  }
  return folders;
}

function toPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

function join(path: Buffer, name: Buffer): Buffer {
  return Buffer.concat([path, SLASH, name]);
}

function ignoreGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** What goes away meanwhile, or becomes something else, does not matter. */
function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].some((code) => hasCode(error, code));
}

/** `du` walks from folder to folder, so that no depth is out of its reach. */
async function measureByProgram(root: string): Promise<FolderUse> {
  const [bytes, files] = await Promise.all([runDu(root, '--block-size=1'), runDu(root, '--inodes')]);
  // It counts the folder itself.
  return { bytes: bytes.sum, files: Math.max(0, files.sum - 1), isHiding: bytes.isHiding };
}

async function runDu(root: string, unit: string): Promise<{ sum: number; isHiding: boolean }> {
  // It fails when a file goes away meanwhile, having counted the rest.
  const { stdout = '', stderr = '' } = await promisify(execFile)(
    'du',
    ['-s', '--count-links', unit, '--', root],
    {
      env: toProcessEnv({ PATH: '/usr/bin:/bin', LC_ALL: 'C' }),
    },
  ).catch((error: { stdout?: string; stderr?: string }) => error);
  return { sum: Number.parseInt(stdout, 10) || 0, isHiding: stderr.includes('Permission denied') };
}
