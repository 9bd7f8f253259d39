/** A session over the HTTP API. */
import type { Verification, VerifyProgress } from '../../lib/protocol/verification/verification.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { callApi, streamApi, toAppError, unreachable } from './call-api.ts';

export async function hasSession(sessionId: string): Promise<boolean> {
  return callApi('readSession', { params: { sessionId } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return false;
      throw error;
    },
  );
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
