import { access, constants, open, realpath, rm, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { AppError, toMessage } from '../util/app-error.ts';
import { hasCode } from '../util/has-code.ts';
import { toDiskError } from '../util/to-disk-error.ts';
import { toDraftPath } from './replace-file.ts';

/** Throws AppError `bad-request` when no file can be at this path, before any work goes into it. */
export async function checkOutPath(path: string): Promise<void> {
  // As from a variable of a shell that is not set.
  if (path === '') throw new AppError('bad-request', 'The name of the file to write is empty.');
  const folder = dirname(resolve(path));
  if (!(await isFolder(folder))) {
    throw refuse(path, `There is no folder ${folder}. Create it, or choose another place.`);
  }
  if (path.endsWith(sep) || (await isFolder(path)))
    throw new AppError('bad-request', `${path} is a folder. Add a file name.`);
  const found = await stat(path).catch((error: unknown) => {
    // A link that leads nowhere is replaced.
    if (hasCode(error, 'ENOENT')) return null;
    if (hasCode(error, 'ENAMETOOLONG')) throw refuse(path, 'The name is too long. Choose a shorter one.');
    throw refuse(path, `${toMessage(error)}.`);
  });
  if (!found) return await checkTakesFiles(path, folder);
  if (!found.isFile()) {
    // A device or a pipe: opening it can have effects.
    if (await isAllowed(access(path, constants.W_OK))) return;
    throw refuse(path, 'You may not write to it. Choose another place.');
  }
  const target = await realpath(path);
  if (!(await isAllowed(open(target, 'r+').then((file) => file.close())))) {
    await checkTakesFiles(path, dirname(target));
  }
}

/** Puts a file there, because what a system says of a folder can be wrong, as of `/proc`. */
async function checkTakesFiles(path: string, folder: string): Promise<void> {
  const draft = toDraftPath(folder);
  try {
    await (await open(draft, 'wx')).close();
  } catch (error) {
    const why = toDiskError(error)?.message ?? 'Its folder takes no files. Choose another place.';
    throw refuse(path, why, error);
  } finally {
    await rm(draft, { force: true });
  }
}

function refuse(path: string, why: string, cause?: unknown): AppError {
  return new AppError('bad-request', `${path} cannot be written. ${why}`, { cause });
}

function isAllowed(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}
