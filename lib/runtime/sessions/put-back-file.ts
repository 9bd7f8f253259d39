/** A file that the user added and code deleted, put back as it was added. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import type { EventWriter } from '../events/live-session.ts';
import type { SessionFolders } from '../kernels/session-folders.ts';
import type { SessionKernels } from '../kernels/session-kernels.ts';

interface PutBackDeps {
  folders: Pick<SessionFolders, 'inTurn' | 'open' | 'put'>;
  /** A kernel in a folder that was removed would not see the file. */
  kernels: Pick<SessionKernels, 'checkFolder'>;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

/** Throws AppError `not-found` for a file that was not added, and `conflict` where something has its name. */
export async function putBackFile(
  { folders, kernels, readSession, writerOf }: PutBackDeps,
  sessionId: string,
  name: string,
): Promise<{ name: string; bytes: number }> {
  await kernels.checkFolder(sessionId);
  const file = (await readSession(sessionId)).files.find((each) => each.name === name);
  if (!file) throw new AppError('not-found', `“${name}” was not added to this session.`);
  const { bytes, blob, origin, credit } = file;
  await folders.inTurn(sessionId, async () => {
    const path = join(await folders.open(sessionId), name);
    const present = await lstat(path).catch(() => null);
    if (present) throw new AppError('conflict', `There is a file “${name}” again. Delete it first.`);
    await folders.put(sessionId, name, blob);
  });
  const credited = credit === undefined ? {} : { credit };
  await writerOf(sessionId).write({ type: 'file-add', name, bytes, blob, origin, ...credited });
  return { name, bytes };
}
