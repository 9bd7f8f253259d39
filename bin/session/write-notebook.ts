import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Container } from '../../lib/app/container.ts';
import { checkWritten } from '../../lib/files/check-written.ts';
import { type FileStamp, replaceFile } from '../../lib/files/replace-file.ts';
import type { SessionFile } from '../../lib/session/session-file.ts';
import { toMessage } from '../../lib/util/app-error.ts';

/**
 * Writes a session as a notebook and says so on stderr. The notebook reads its data by file name, so the data is
 * put beside it. A file that is there already stays, and stderr says so if it is another one. Throws as `checkWritten`
 * does.
 */
export async function writeNotebook(
  container: Container,
  sessionId: string,
  { path, seen }: { path: string; seen: FileStamp | null },
): Promise<void> {
  const { content } = await container.exportSession(sessionId, 'ipynb');
  const writtenTo = await replaceFile(path, content, seen);
  // A pipe or a device, as /dev/stdout, has no folder for data.
  if (!(await stat(writtenTo)).isFile()) return;
  const { files } = await container.runtime.sessions.read(sessionId);
  for (const file of files) {
    const { name, blob } = file;
    const target = join(dirname(resolve(path)), name);
    // A notebook file that was opened is among the files of its session.
    if (target === resolve(path)) continue;
    if (await exists(target)) {
      if (!(await isSame(target, file)))
        process.stderr.write(
          `${name} was not copied: another file of that name is in the notebook’s folder. The notebook will read that one.\n`,
        );
      continue;
    }
    const copied = mkdir(dirname(target), { recursive: true }).then(() =>
      container.blobs.copyTo(blob, target),
    );
    process.stderr.write(
      await copied.then(
        () => `Copied ${name} to the notebook’s folder.\n`,
        (error: unknown) =>
          `${name} was not copied to the notebook’s folder (${toMessage(error)}). The notebook reads it there.\n`,
      ),
    );
  }
  checkWritten(path, writtenTo);
  process.stderr.write(`Notebook: ${path}\n`);
}

/** Whether something is there, also a link that leads nowhere. */
function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** What cannot be read is another file. */
async function isSame(path: string, { blob }: SessionFile): Promise<boolean> {
  const hash = createHash('sha256');
  return pipeline(createReadStream(path), hash).then(
    () => hash.digest('hex') === blob,
    () => false,
  );
}
