/** From a draft to a running task: files first, then the run. */
import type { RunRequest } from '../../../lib/protocol/run.ts';
import { startRun, uploadFile } from '../../api/actbook-api.ts';
import type { Draft } from './use-draft.ts';

/**
 * `upload` replaces the default upload; it resolves when the file is in the workspace. Throws AppError with a sentence for
 * the composer if an upload or the start fails.
 */
export async function submitTask(
  sessionId: string,
  draft: Draft,
  request: Omit<RunRequest, 'task' | 'files'>,
  upload?: (file: File) => Promise<void>,
): Promise<void> {
  for (const file of draft.files) {
    if (upload) await upload(file);
    else await uploadFile(sessionId, file, (fraction) => draft.onProgress(file, fraction));
    draft.onProgress(file, 1);
  }
  const files = draft.files.map((file) => file.name);
  await startRun(sessionId, { ...request, task: draft.text, files });
}
