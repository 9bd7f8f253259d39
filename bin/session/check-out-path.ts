import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../lib/util/app-error.ts';

/** Throws AppError `bad-request` when no file can be at this path, before any work goes into it. */
export async function checkOutPath(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  if (!(await isFolder(folder)))
    throw new AppError('bad-request', `${path} cannot be written: there is no folder ${folder}.`);
  if (await isFolder(path)) throw new AppError('bad-request', `${path} is a folder. Add a file name.`);
  // A link is followed.
  const target = await realpath(path).catch(() => null);
  const places = target === null ? [folder] : [target, dirname(target)];
  const canBe = await Promise.all(places.map(isWritable));
  if (!canBe.includes(true))
    throw new AppError('bad-request', `${path} cannot be written: its folder takes no files.`);
}

function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}
