import type { Run } from '../../lib/session/session.ts';
import { startRun } from './actbook-api.ts';

/** Sends the task of a run again, to the same model. */
export async function askAgain(sessionId: string, { task, model, reviewer }: Run): Promise<void> {
  const request = { task: task.text, files: [...task.files], about: task.about, model: model.id };
  await startRun(sessionId, { ...request, review: reviewer !== null });
}
