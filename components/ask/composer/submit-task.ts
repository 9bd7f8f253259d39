/** From a draft to a running task: files first, then the run. */
import type { RunRequest } from '../../../lib/protocol/runs/run.ts';
import { startRun, uploadFile } from '../../api/actbook-api.ts';
import type { Draft } from './use-draft.ts';

interface SubmitOptions {
  /** Replaces the default upload; resolves to where the file is in the workspace. */
  upload?: (file: File) => Promise<string>;
  /** What is done with the task and its files. Default: one run. */
  start?: (sessionId: string, run: RunRequest) => Promise<void>;
}

/** Throws AppError with a sentence for the composer if an upload or the start fails. */
export async function submitTask(
  sessionId: string,
  draft: Draft,
  request: Omit<RunRequest, 'task' | 'files'>,
  { upload, start = startRun }: SubmitOptions = {},
): Promise<void> {
  const files: string[] = [];
  for (const file of draft.files) {
    const send = (fraction: number) => draft.onProgress(file, fraction);
    files.push(await (upload ? upload(file) : uploadFile(sessionId, file, send)));
    draft.onProgress(file, 1);
  }
  await start(sessionId, { ...request, task: draft.text, files });
}
