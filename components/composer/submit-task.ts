/** From a draft to a running task: files first, then the run. */
import type { CellReference } from '../../lib/protocol/cell-reference.ts';
import type { ApprovalMode } from '../../lib/protocol/run.ts';
import { startRun, uploadFile } from '../api/actbook-api.ts';
import type { Draft } from './use-draft.ts';

interface Submission {
  sessionId: string;
  draft: Draft;
  model: string | undefined;
  review?: boolean | undefined;
  about?: CellReference | undefined;
  approval: ApprovalMode;
  /** Resolves when the file is in the workspace, where another way than ours brings it there. */
  upload?: (file: File) => Promise<void>;
}

/** Throws AppError with a sentence for the composer when an upload or the start fails. */
export async function submitTask({
  sessionId,
  draft,
  model,
  review,
  about,
  approval,
  upload,
}: Submission): Promise<void> {
  for (const file of draft.files) {
    if (upload) await upload(file);
    else await uploadFile(sessionId, file, (fraction) => draft.onProgress(file, fraction));
    draft.onProgress(file, 1);
  }
  await startRun(sessionId, {
    task: draft.text,
    files: draft.files.map((file) => file.name),
    approval,
    ...(model === undefined ? {} : { model }),
    ...(about === undefined ? {} : { about }),
    ...(review === undefined ? {} : { review }),
  });
}
