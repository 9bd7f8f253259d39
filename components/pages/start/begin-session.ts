import { deleteSession } from '../../api/sessions-api.ts';

/**
 * Creates a session and fills it; resolves to its id. If filling it fails, the session is deleted, so that no empty one
 * stays in the list.
 */
export async function beginSession(
  create: () => Promise<string>,
  fill: (sessionId: string) => Promise<void>,
): Promise<string> {
  const sessionId = await create();
  try {
    await fill(sessionId);
  } catch (error) {
    // The user sees what went wrong first.
    await deleteSession(sessionId).catch(() => {});
    throw error;
  }
  return sessionId;
}
