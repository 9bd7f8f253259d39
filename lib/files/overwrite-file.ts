/** Writes over a file in its place. A reader meanwhile, or a power cut, may find a part of it. */
import { type FileHandle, mkdtemp, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { toWriteError } from './to-write-error.ts';

/** Throws AppError `disk-full` or `disk-failed`, which says where the earlier content is: in its place, if that can be. */
export async function overwriteFile(path: string, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const before = await readFile(path).catch((error: unknown) => refuse(path, error, ''));
  const file = await open(path, 'r+').catch((error: unknown) => refuse(path, error, ''));
  try {
    await writeWhole(file, bytes);
  } catch (error) {
    // Its disk space is kept, so what it had fits into it.
    const isRestored = await writeWhole(file, before).then(
      () => true,
      () => false,
    );
    refuse(path, error, isRestored ? ' It has its earlier content.' : await keepElsewhere(path, before));
  } finally {
    await file.close();
  }
}

/** Cut to its length at the end only. */
async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, at);
    at += bytesWritten;
  }
  await file.truncate(bytes.length);
  await file.sync();
}

async function keepElsewhere(path: string, content: Uint8Array): Promise<string> {
  try {
    const copy = join(await mkdtemp(join(tmpdir(), 'actbook-')), basename(path));
    await writeFile(copy, content);
    return ` Its earlier content is in ${copy}.`;
  } catch {
    return ' Its earlier content is lost.';
  }
}

function refuse(path: string, error: unknown, earlier: string): never {
  throw toWriteError(path, error, earlier);
}
