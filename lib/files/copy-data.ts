/** The data beside a notebook file: listed within limits, and copied. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { VerifiedFile } from '../protocol/verification/verification.ts';
import { AppError } from '../util/app-error.ts';
import { formatBytes } from '../util/format-bytes.ts';
import { hasCode } from '../util/has-code.ts';

const MAX_FILES = 10_000;
const MAX_BYTES = 2 * 1024 ** 3;
/** What tools keep for themselves. */
const NOT_DATA = /^(?:node_modules|__pycache__|site-packages)$/;

/**
 * Regular files below `folder`, by their path in it, with their hashes. Left out are `except`, hidden files and folders,
 * environments of Python, links, which can lead anywhere, and below `folder` what cannot be read. Throws AppError `too-large`.
 */
export async function listDataFiles(folder: string, except: string): Promise<VerifiedFile[]> {
  const found: Found[] = [];
  const open = [''];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const reading = readFolder(folder, path, except);
    const inside = await (path === '' ? reading : ifReadable(reading));
    found.push(...(inside?.files ?? []));
    for (const each of inside?.folders ?? []) open.push(each);
    const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
    if (found.length > MAX_FILES || total > MAX_BYTES) throw tooMuch(folder);
  }
  const files: VerifiedFile[] = [];
  for (const file of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const sha256 = await ifReadable(hashFile(join(folder, file.name)));
    if (sha256 !== null) files.push({ ...file, sha256 });
  }
  return files;
}

type Found = Omit<VerifiedFile, 'sha256'>;

/** What is directly in the folder `path` of `folder`. */
async function readFolder(folder: string, path: string, except: string) {
  const files: Found[] = [];
  const folders: string[] = [];
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.name.startsWith('.') || NOT_DATA.test(entry.name) || name === except) continue;
    if (entry.isDirectory() && !(await isEnvironment(join(folder, name)))) folders.push(name);
    const read = entry.isFile() ? await ifReadable(stat(join(folder, name))) : null;
    if (read) files.push({ name, bytes: read.size });
    // Too many for the caller, whatever else there is.
    if (files.length > MAX_FILES) break;
  }
  return { files, folders };
}

export async function copyDataFiles(folder: string, files: readonly VerifiedFile[], target: string) {
  for (const { name } of files) {
    const path = join(target, name);
    await mkdir(dirname(path), { recursive: true });
    // On a file system that can do that, both share their bytes until one is changed.
    await copyFile(join(folder, name), path, constants.COPYFILE_FICLONE);
  }
}

/** Null for what has gone, may not be read, or has a name that is not UTF-8. */
function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    if (['ENOENT', 'EACCES', 'EPERM'].some((code) => hasCode(error, code))) return null;
    throw error;
  });
}

function tooMuch(folder: string): AppError {
  const limit = `${MAX_FILES.toLocaleString('en-US')} files or ${formatBytes(MAX_BYTES)}`;
  return new AppError(
    'too-large',
    `${folder} has more than ${limit}. Put the notebook and its data in a folder of their own.`,
  );
}

function isEnvironment(folder: string): Promise<boolean> {
  return access(join(folder, 'pyvenv.cfg')).then(
    () => true,
    () => false,
  );
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
