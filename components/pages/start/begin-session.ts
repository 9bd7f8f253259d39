import { deleteSession } from '../../api/sessions-api.ts';

/**
 * Makes a session and puts into it what it begins with; resolves to its id. One that could not be filled is taken away
 * again, so that no empty one stays in the list.
 */
export async function beginSession(
  create: () => Promise<string>,
  fill: (sessionId: string) => Promise<void>,
): Promise<string> {
  const sessionId = await create();
  try {
    await fill(sessionId);
  } catch (error) {
    // What went wrong first is what the person is told.
    await deleteSession(sessionId).catch(() => {});
    throw error;
  }
  return sessionId;
}
