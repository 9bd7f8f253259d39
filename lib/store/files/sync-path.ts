import { open } from 'node:fs/promises';

/** Resolves when a file's content, or a folder's list of names, survives a power cut. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32') return null;
    throw error;
  });
  try {
    await file?.sync();
  } catch (error) {
    // Windows syncs no folders.
    if (process.platform !== 'win32') throw error;
  } finally {
    await file?.close();
  }
}
