/** The data beside a notebook file: listed within limits, and copied. */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { VerifiedFile } from '../protocol/verification/verification.ts';
import { AppError } from '../util/app-error.ts';
import { formatBytes } from '../util/format-bytes.ts';

const MAX_FILES = 10_000;
const MAX_BYTES = 2 * 1024 ** 3;
/** What tools keep for themselves. */
const NOT_DATA = /^(?:node_modules|__pycache__|site-packages)$/;

/**
 * Regular files below `folder`, by their path in it, with their hashes. Left out are `except`, hidden files and folders,
 * environments of Python, and links, which can lead anywhere. Throws AppError `too-large`.
 */
export async function listDataFiles(folder: string, except: string): Promise<VerifiedFile[]> {
  const found: { name: string; bytes: number }[] = [];
  let total = 0;
  const open = [''];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith('.') || NOT_DATA.test(entry.name) || name === except) continue;
      if (entry.isDirectory() && !(await isEnvironment(join(folder, name)))) open.push(name);
      if (!entry.isFile()) continue;
      const { size } = await stat(join(folder, name));
      total += size;
      found.push({ name, bytes: size });
      if (found.length > MAX_FILES || total > MAX_BYTES) throw tooMuch(folder);
    }
  }
  const files: VerifiedFile[] = [];
  for (const file of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    files.push({ ...file, sha256: await hashFile(join(folder, file.name)) });
  }
  return files;
}

export async function copyDataFiles(folder: string, files: readonly VerifiedFile[], target: string) {
  for (const { name } of files) {
    const path = join(target, name);
    await mkdir(dirname(path), { recursive: true });
    // On a file system that can do that, both share their bytes until one is changed.
    await copyFile(join(folder, name), path, constants.COPYFILE_FICLONE);
  }
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
