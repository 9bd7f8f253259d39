import { refuseSize, uploadFile } from '../../api/actbook-api.ts';
import { callApi } from '../../api/call-api.ts';

/**
 * Creates a session, adds the files that are attached, and fills it; resolves to its id. If that fails, and no run
 * has begun, the session is deleted, so that no empty one stays in the list.
 */
export async function beginSession(
  create: () => Promise<string>,
  files: readonly File[],
  fill?: (sessionId: string) => Promise<void>,
): Promise<string> {
  for (const file of files) {
    const refusal = refuseSize(file);
    if (refusal) throw refusal;
  }
  const sessionId = await create();
  try {
    for (const file of files) await uploadFile(sessionId, file, () => {});
    await fill?.(sessionId);
  } catch (error) {
    // Its reply may be lost, and not the run. What nobody can tell is kept.
    const params = { sessionId };
    const found = await callApi('readSession', { params }).catch(() => null);
    if (found && found.runStatus !== null) return sessionId;
    // The user sees what went wrong first.
    if (found) await callApi('deleteSession', { params }).catch(() => {});
    throw error;
  }
  return sessionId;
}
