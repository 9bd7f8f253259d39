import type { CodeQuestion, CodeReply } from '../../lib/protocol/code-help.ts';
import { AppError } from '../../lib/util/app-error.ts';

/** Asks the session's kernel about code that is being written. Throws when there is no answer. */
export async function askAboutCode(
  sessionId: string,
  question: CodeQuestion,
  signal: AbortSignal,
): Promise<CodeReply> {
  const response = await fetch(`/api/sessions/${sessionId}/kernel/ask`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) throw new AppError('internal', 'The kernel could not be asked.');
  return response.json();
}
