/** Writes files as a whole or not at all, and over none that somebody else has changed meanwhile. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, isAppError } from '../util/app-error.ts';
import { overwriteFile } from './overwrite-file.ts';
import { toWriteError } from './to-write-error.ts';

/** Values by which a file is recognized after another program may have changed it. */
export interface FileStamp {
  readonly ino: bigint;
  readonly mtimeNs: bigint;
  readonly size: bigint;
  readonly sha256: string;
}

/** To be taken before the file is read; null if no regular file is there. */
export async function stampFile(path: string): Promise<FileStamp | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (!found?.isFile()) return null;
  const { ino, mtimeNs, size } = found;
  return { ino, mtimeNs, size, sha256: await hashFile(path) };
}

/**
 * Resolves to where the content is: at `path`, in one step, so that a reader or a power cut finds the old file or the new
 * one. If the file there is another one than `seen`, it stays, and the content is beside it under a free name. Links are
 * followed. Where the folder takes no other file, the one that is there is written over; if that fails, it gets its earlier
 * content back. Throws AppError `disk-full` or `disk-failed`.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  seen: FileStamp | null,
): Promise<string> {
  try {
    return await placeFile(path, content, seen);
  } catch (error) {
    throw isAppError(error) ? error : toWriteError(path, error);
  }
}

async function placeFile(
  path: string,
  content: string | Uint8Array,
  seen: FileStamp | null,
): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => null);
  if (found && !found.isFile()) {
    // A device or a pipe has no earlier content.
    await writeFile(target, content);
    return path;
  }
  const draft = toDraftPath(dirname(target));
  try {
    const isDrafted = await isAllowed(writeDraft(draft, content, found?.mode ?? 0o666));
    if (!isDrafted && !found)
      throw new AppError('disk-failed', `${path} could not be written: its folder takes no files.`);
    if (found && seen && (await isUnchanged(target, seen))) {
      const isPlaced = isDrafted && (await isAllowed(rename(draft, target)));
      if (!isPlaced) await overwriteFile(target, content);
      return path;
    }
    if (!isDrafted)
      throw new AppError(
        'conflict',
        `Another program changed ${path} meanwhile, so it was not replaced, and its folder takes no other file. Choose another place.`,
      );
    if (!(await putNew(draft, target))) return await putBeside(draft, target);
    return path;
  } finally {
    await rm(draft, { force: true });
  }
}

/** A path for a draft in this folder. Its name is short, so that it fits wherever that of the file does. */
export function toDraftPath(folder: string): string {
  return join(folder, `.actbook-${randomUUID().slice(0, 8)}.tmp`);
}

/** What a system says where a folder may not be changed, or where a file is mounted by itself. */
const REFUSALS: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY'];

/** False where the folder does not allow it. */
async function isAllowed(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (REFUSALS.includes(codeOf(error))) return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function writeDraft(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function isUnchanged(path: string, seen: FileStamp): Promise<boolean> {
  const { ino, mtimeNs, size } = await stat(path, { bigint: true });
  if (size !== seen.size) return false;
  return (ino === seen.ino && mtimeNs === seen.mtimeNs) || (await hashFile(path)) === seen.sha256;
}

/** False when there is a file. */
async function putNew(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch {
    // The name is taken, or the disk has no hard links.
    if (await stat(path).catch(() => null)) return false;
    await rename(draft, path);
    return true;
  }
}

async function putBeside(draft: string, target: string): Promise<string> {
  const extension = extname(target);
  const stem = join(dirname(target), basename(target, extension));
  for (let number = 2; ; number++) {
    const path = `${stem} (${number})${extension}`;
    if (await putNew(draft, path)) return path;
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
