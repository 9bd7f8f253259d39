/** The list of sessions, changes to it, and the isolation of their code, over the HTTP API. */
import type { SandboxStatus } from '../../lib/protocol/sandbox-status.ts';
import type { SessionEntries } from '../../lib/protocol/session-summary.ts';
import type { Verification, VerifyProgress } from '../../lib/protocol/verification.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { callApi, streamApi, toAppError, unreachable } from './call-api.ts';

export async function listSessions(search: string, limit: number): Promise<SessionEntries> {
  return callApi('listSessions', { query: { search, limit } });
}

export async function hasSession(sessionId: string): Promise<boolean> {
  return callApi('readSession', { params: { sessionId } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return false;
      throw error;
    },
  );
}

export async function hasRun(sessionId: string): Promise<boolean> {
  return (await callApi('readSession', { params: { sessionId } })).runStatus !== null;
}

export async function renameSession(sessionId: string, title: string): Promise<void> {
  await callApi('changeSession', { params: { sessionId }, body: { title } });
}

export async function pinSession(sessionId: string, isPinned: boolean): Promise<void> {
  await callApi('changeSession', { params: { sessionId }, body: { isPinned } });
}

/** Moves the session to the trash. */
export async function deleteSession(sessionId: string): Promise<void> {
  await callApi('deleteSession', { params: { sessionId } });
}

export async function restoreSession(sessionId: string): Promise<void> {
  await callApi('restoreSession', { params: { sessionId } });
}

/** Deletes a session in the trash for good. */
export async function eraseSession(sessionId: string): Promise<void> {
  await callApi('eraseSession', { params: { sessionId } });
}

/** What isolates code on the server's machine. */
export async function readSandbox(): Promise<SandboxStatus> {
  return callApi('readSandbox');
}

/**
 * Resolves to the report once the notebook was run from a clean start; the log has it too. Calls `onProgress` for each cell that
 * starts or ends meanwhile.
 */
export async function verifySession(
  sessionId: string,
  onProgress: (progress: VerifyProgress) => void,
): Promise<Verification> {
  // The same server sent the page and writes its messages.
  for await (const { event, data } of streamApi('streamVerification', { params: { sessionId }, body: {} })) {
    if (event === 'progress') onProgress(data as VerifyProgress);
    if (event === 'report') return data as Verification;
    if (event === 'error') throw toAppError({ error: data }, 500);
  }
  throw unreachable();
}
