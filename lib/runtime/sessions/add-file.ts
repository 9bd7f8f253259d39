/** A file for a session: stored, copied into its workspace, and recorded in its log. */
import type { EventBody } from '../../protocol/events/event.ts';
import { parseFilePath } from '../../protocol/files/file-name.ts';
import type { Session } from '../../session/session.ts';
import { findFilePlace } from '../../session/view/files/list-read-paths.ts';
import type { Blobs, Store, Workspaces } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import type { EventWriter } from '../events/live-session.ts';
import type { SessionFolders } from '../kernels/session-folders.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';
import { trashReplaced } from './trashed-files.ts';

export interface NewFile {
  /** May go through folders: `data/sales.csv`. */
  name: string;
  /** Whether it goes where the notebook's code reads a file of this name. */
  isForCode?: boolean;
  source: AsyncIterable<Uint8Array>;
  /** Set for an example: where it came from. */
  credit?: string;
}

interface AddFileDeps {
  store: Store;
  maxUploadBytes: number;
  putStream: Blobs['putStream'];
  folders: Pick<SessionFolders, 'inTurn' | 'open' | 'put'>;
  /** A kernel in a folder that was removed would not see the file. */
  kernels: Pick<SessionKernels, 'checkFolder'>;
  workspaces: Pick<Workspaces, 'trash'>;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

/** A file of the same name is replaced, and kept in the trash. Resolves to where it is. */
export async function addFile(
  deps: AddFileDeps,
  sessionId: string,
  { source, credit, isForCode = false, ...file }: NewFile,
): Promise<{ name: string; bytes: number }> {
  const { store, folders, writerOf } = deps;
  const asked = parseFilePath(file.name);
  if (!(await store.getSession(sessionId))) throw new AppError('not-found', 'This session does not exist.');
  const name = isForCode ? findFilePlace(await deps.readSession(sessionId), asked) : asked;
  const { blob, bytes } = await deps.putStream(source, deps.maxUploadBytes);
  await deps.kernels.checkFolder(sessionId);
  const session = await deps.readSession(sessionId);
  const isReplacement = await folders.inTurn(sessionId, async () => {
    const root = await folders.open(sessionId);
    const replaced = await trashReplaced(deps.workspaces.trash, { session, root }, { name, bytes, blob });
    try {
      await folders.put(sessionId, name, blob);
    } catch (error) {
      if (replaced !== null) await deps.workspaces.trash.restore(sessionId, replaced, root);
      throw error;
    }
    return replaced !== null;
  });
  const origin = credit === undefined ? 'upload' : 'example';
  const body: EventBody = {
    type: 'file-add',
    name,
    bytes,
    blob,
    origin,
    ...(credit === undefined ? {} : { credit }),
    ...(isReplacement ? { isReplacement } : {}),
  };
  await writerOf(sessionId).write(body);
  return { name, bytes };
}
