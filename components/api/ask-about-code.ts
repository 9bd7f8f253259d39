import type { CodeQuestion, CodeReply } from '../../lib/protocol/code-help.ts';
import { callApi } from './call-api.ts';

/** Asks the session's kernel about code that is being written. Throws when no reply arrives. */
export async function askAboutCode(
  sessionId: string,
  question: CodeQuestion,
  signal: AbortSignal,
): Promise<CodeReply> {
  return callApi('askAboutCode', { params: { sessionId }, body: question, signal });
}
