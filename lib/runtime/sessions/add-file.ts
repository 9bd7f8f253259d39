/** A file for a session: stored, copied into its workspace, and told in its log. */
import type { EventBody } from '../protocol/event.ts';
import { parseFileName } from '../protocol/file-name.ts';
import type { Blobs, Store, Workspaces } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import type { Turns } from '../util/turns.ts';
import type { EventWriter } from './event-writer.ts';

export interface NewFile {
  name: string;
  source: AsyncIterable<Uint8Array>;
  /** Set for an example: where it came from. */
  credit?: string;
}

interface AddFileDeps {
  store: Store;
  blobs: Blobs;
  workspaces: Workspaces;
  maxUploadBytes: number;
  putStream: Blobs['putStream'];
  inWorkspace: Turns;
  writerOf(sessionId: string): EventWriter;
}

/** A file of the same name is replaced. */
export async function addFile(
  deps: AddFileDeps,
  sessionId: string,
  { source, credit, ...file }: NewFile,
): Promise<{ name: string; bytes: number }> {
  const { store, blobs, workspaces, writerOf } = deps;
  const name = parseFileName(file.name);
  if (!(await store.getSession(sessionId))) throw new AppError('not-found', 'This session does not exist.');
  const { blob, bytes } = await deps.putStream(source, deps.maxUploadBytes);
  await deps.inWorkspace(sessionId, async () =>
    blobs.copyTo(blob, `${await workspaces.open(sessionId)}/${name}`),
  );
  const origin = credit === undefined ? 'upload' : 'example';
  const body: EventBody = { type: 'file-add', name, bytes, blob, origin };
  await writerOf(sessionId).write(credit === undefined ? body : { ...body, credit });
  return { name, bytes };
}
