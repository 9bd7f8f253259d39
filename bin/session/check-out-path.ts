import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../lib/util/app-error.ts';

/** Throws AppError `bad-request` when no file can be at this path, before any work goes into it. */
export async function checkOutPath(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  if (!(await isFolder(folder)))
    throw new AppError('bad-request', `${path} cannot be written: there is no folder ${folder}.`);
  if (await isFolder(path)) throw new AppError('bad-request', `${path} is a folder. Add a file name.`);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}
