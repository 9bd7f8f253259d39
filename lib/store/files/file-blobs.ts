/** Content-addressed files beside the database: `blobs/ab/abcdef…`. Written to a temporary name, then renamed. */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../../util/app-error.ts';
import { toDiskError } from '../../util/to-disk-error.ts';
import type { Blobs } from '../store.ts';
import { giveToOwnerOf } from './put-inside.ts';
import { syncPath } from './sync-path.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** `hold` gets the names of contents before they are there, so that nobody removes them because nothing refers to them. */
export function createFileBlobs(
  dir: string,
  hold: (blobs: readonly string[]) => Promise<void> = async () => {},
): Blobs {
  async function putStream(source: AsyncIterable<Uint8Array>, maxBytes: number) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const temporary = join(dir, `${randomUUID()}.part`);
    try {
      const { blob, bytes } = await write(temporary, source, maxBytes);
      await hold([blob]);
      const folder = dirname(toPath(blob));
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(temporary, toPath(blob));
      // Without it a power cut takes the name away, after the event that refers to it was stored.
      await syncPath(folder);
      if (made !== undefined) await syncPath(dir);
      return { blob, bytes };
    } catch (error) {
      await rm(temporary, { force: true });
      throw toDiskError(error) ?? error;
    }
  }

  async function write(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number) {
    const hash = createHash('sha256');
    let bytes = 0;
    await using file = await open(path, 'wx', 0o600);
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        const limit = Math.floor(maxBytes / 1000 ** 2);
        throw new AppError('too-large', `This file is larger than ${limit} MB, the most that can be added.`);
      }
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
    return { blob: hash.digest('hex'), bytes };
  }

  function toPath(blob: string): string {
    if (!SHA256.test(blob)) throw new AppError('not-found', 'No such stored content.');
    return join(dir, blob.slice(0, 2), blob);
  }

  return {
    putStream,
    put: async (bytes) => (await putStream(Readable.from([bytes]), Number.POSITIVE_INFINITY)).blob,
    get: async (blob) => {
      try {
        return await readFile(toPath(blob));
      } catch (error) {
        throw new AppError('not-found', 'No such stored content.', { cause: error });
      }
    },
    remove: (blob) => rm(toPath(blob), { force: true }),
    copyTo: async (blob, path) => {
      // Copied beside the target first, so that a symlink planted under the target's name is replaced, not followed.
      const temporary = `${path}.${randomUUID()}.part`;
      await copyFile(toPath(blob), temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch(
        (error: unknown) => {
          throw toDiskError(error) ?? error;
        },
      );
      try {
        // A power cut must not leave an empty file under the name.
        await syncPath(temporary);
        await giveToOwnerOf(dirname(path), temporary);
        await rename(temporary, path);
      } catch (cause) {
        await rm(temporary, { force: true });
        const message = `A folder named “${basename(path)}” is in the way. Rename the file and add it again.`;
        throw (await isFolder(path)) ? new AppError('conflict', message, { cause }) : cause;
      }
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() ?? false;
}
