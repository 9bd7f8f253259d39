/** A file for a session: stored, copied into its workspace, and recorded in its log. */
import type { EventBody } from '../../protocol/events/event.ts';
import { parseFileName } from '../../protocol/file-name.ts';
import type { Blobs, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { EventWriter } from '../events/event-writer.ts';
import type { SessionFolders } from '../kernels/session-folders.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';

export interface NewFile {
  name: string;
  source: AsyncIterable<Uint8Array>;
  /** Set for an example: where it came from. */
  credit?: string;
}

interface AddFileDeps {
  store: Store;
  blobs: Blobs;
  maxUploadBytes: number;
  putStream: Blobs['putStream'];
  folders: Pick<SessionFolders, 'inTurn' | 'open'>;
  /** A kernel in a folder that was removed would not see the file. */
  kernels: Pick<SessionKernels, 'checkFolder'>;
  writerOf(sessionId: string): EventWriter;
}

/** A file of the same name is replaced. */
export async function addFile(
  deps: AddFileDeps,
  sessionId: string,
  { source, credit, ...file }: NewFile,
): Promise<{ name: string; bytes: number }> {
  const { store, blobs, folders, writerOf } = deps;
  const name = parseFileName(file.name);
  if (!(await store.getSession(sessionId))) throw new AppError('not-found', 'This session does not exist.');
  const { blob, bytes } = await deps.putStream(source, deps.maxUploadBytes);
  await deps.kernels.checkFolder(sessionId);
  await folders.inTurn(sessionId, async () => blobs.copyTo(blob, `${await folders.open(sessionId)}/${name}`));
  const origin = credit === undefined ? 'upload' : 'example';
  const body: EventBody = { type: 'file-add', name, bytes, blob, origin };
  await writerOf(sessionId).write(credit === undefined ? body : { ...body, credit });
  return { name, bytes };
}
