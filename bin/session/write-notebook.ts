import { access, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Container } from '../../lib/app/container.ts';

/**
 * Writes a session as a notebook and tells so on stderr. The notebook reads its data by file name, so the data is
 * put beside it, except where something of that name is there already.
 */
export async function writeNotebook(container: Container, sessionId: string, path: string): Promise<void> {
  const { content } = await container.exportSession(sessionId, 'ipynb');
  await writeFile(path, content);
  const { files } = await container.runtime.sessions.read(sessionId);
  for (const { name, blob } of files) {
    const target = join(dirname(resolve(path)), name);
    if (await exists(target)) continue;
    await container.blobs.copyTo(blob, target);
    process.stderr.write(`Copied ${name} to the notebook’s folder.\n`);
  }
  process.stderr.write(`Notebook: ${path}\n`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
